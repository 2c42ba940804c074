// Browsers start no worker from a file. There, the search runs in a hidden frame instead, which is spoken to as a worker is;
// its code looks for the name IFrameWorker to know that.
if (location.protocol === "file:") {
  window.Worker = window.IFrameWorker = class extends EventTarget {
    constructor(address) {
      super()
      const frame = document.createElement("iframe")
      frame.hidden = true
      this.inside = new Promise(loaded => (frame.onload = () => loaded(frame.contentWindow)))
      this.frame = frame
      window.addEventListener("message", event => {
        if (event.source === frame.contentWindow) this.dispatchEvent(new MessageEvent("message", { data: event.data }))
      })
      frame.srcdoc = `<body><script>
        postMessage = data => parent.postMessage(data, "*")
        importScripts = (...addresses) => addresses.reduce((before, address) => before.then(() => new Promise(loaded => {
          const script = document.createElement("script")
          script.src = address
          script.onload = loaded
          document.body.append(script)
        })), Promise.resolve())
      <\/script><script src="${address}"><\/script></body>`
      document.body.append(frame)
    }

    postMessage(data) {
      this.inside.then(inside => inside.dispatchEvent(new MessageEvent("message", { data })))
    }

    terminate() {
      this.frame.remove()
    }
  }
}
