// The socket of a table. It heals by itself: when the connection is lost it comes back, and what was not answered is
// sent again with the same key, so that it counts once.

import { randomHex } from "../shared/random";
import type { AnyCommand, Changed, Closing, Done, FromServer, Refused, Whole } from "./types";

const PING = 15_000; // milliseconds between two questions whether the connection is alive
const SILENCE = 5_000; // how long an answer to that may take, or to connect
const BEAT = 2_000; // how often we look whether time has gone on without us: a laptop that slept
const WAITS = [200, 500, 1000, 2000, 4000]; // before the next attempts

export type Status = "connecting" | "open" | "lost" | "ended";

export interface Listener {
  whole(message: Whole): void;
  changed(message: Changed): void;
  status(status: Status, why?: Closing): void;
}

interface Pending {
  text: string;
  answer: (message: Done | Refused) => void;
}

export class Connection {
  private socket: WebSocket | null = null;
  private readonly pending = new Map<string, Pending>();
  private attempts = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private alive: ReturnType<typeof setTimeout> | undefined;
  private readonly heart: ReturnType<typeof setInterval>;
  private beat = Date.now();
  private status: Status = "connecting";
  private language: string;

  constructor(
    private readonly table: string,
    language: string,
    private readonly listener: Listener,
  ) {
    this.language = language;
    this.connect();
    addEventListener("online", this.wake);
    addEventListener("offline", this.renew);
    document.addEventListener("visibilitychange", this.wake);
    document.addEventListener("resume", this.wake);
    this.heart = setInterval(() => {
      const slept = Date.now() - this.beat > 3 * BEAT;
      this.beat = Date.now();
      if (slept) this.wake();
    }, BEAT);
  }

  /** Send a command; the answer comes whenever the server has stored it, even through another connection. */
  send(command: AnyCommand): Promise<Done | Refused> {
    const key = randomHex(16);
    const text = JSON.stringify({ type: "do", key, command });
    return new Promise((answer) => {
      this.pending.set(key, { text, answer });
      if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(text);
    });
  }

  /** Ask for everything again, in another language or because something is missing. */
  again(language = this.language): void {
    this.language = language;
    this.attempts = 0;
    this.connect();
  }

  close(): void {
    this.set("ended");
    removeEventListener("online", this.wake);
    removeEventListener("offline", this.renew);
    document.removeEventListener("visibilitychange", this.wake);
    document.removeEventListener("resume", this.wake);
    clearInterval(this.heart);
    clearTimeout(this.timer);
    clearTimeout(this.alive);
    this.socket?.close();
  }

  private connect(): void {
    clearTimeout(this.timer);
    const address = new URL(`/api/tables/${this.table}/socket?lang=${this.language}`, location.href);
    address.protocol = address.protocol.replace("http", "ws");
    this.socket?.close();
    const socket = new WebSocket(address);
    this.socket = socket;
    clearTimeout(this.alive);
    this.alive = setTimeout(this.renew, SILENCE);
    socket.onopen = () => {
      if (this.socket !== socket) return;
      this.attempts = 0;
      this.set("open");
      for (const { text } of this.pending.values()) socket.send(text);
      this.listen();
    };
    socket.onmessage = (event) => {
      if (this.socket === socket) this.take(JSON.parse(event.data as string) as FromServer);
    };
    socket.onclose = (event) => {
      if (this.socket !== socket || this.status === "ended") return;
      if (event.code === 4404) return this.end({ type: "closing", code: "unknown_table", text: event.reason, retry: false });
      this.lose();
    };
  }

  /** The connection is gone: say so, and try again after a while. */
  private lose(): void {
    clearTimeout(this.alive);
    this.set("lost");
    this.timer = setTimeout(() => this.connect(), WAITS[Math.min(this.attempts++, WAITS.length - 1)]);
  }

  /** Give this connection up, which may seem to be open for long after it has died, and make another. */
  private readonly renew = (): void => {
    if (this.status === "ended") return;
    const socket = this.socket;
    this.socket = null;
    socket?.close();
    clearTimeout(this.timer);
    this.lose();
  };

  private take(message: FromServer): void {
    this.listen();
    switch (message.type) {
      case "table":
        return this.listener.whole(message);
      case "changed":
        return this.listener.changed(message);
      case "done":
      case "refused":
        this.pending.get(message.key)?.answer(message);
        this.pending.delete(message.key);
        return;
      case "closing":
        if (!message.retry) this.end(message);
    }
  }

  /** Whoever says nothing for long is asked; whoever does not answer is gone. */
  private listen(): void {
    clearTimeout(this.alive);
    this.alive = setTimeout(() => this.probe(), PING);
  }

  private probe(): void {
    clearTimeout(this.alive);
    this.socket?.send('{"type":"ping"}');
    this.alive = setTimeout(this.renew, SILENCE);
  }

  /** A laptop that slept, a network that is back: find out at once. */
  private readonly wake = (): void => {
    if (document.hidden || this.status === "ended") return;
    if (this.socket?.readyState === WebSocket.OPEN) this.probe();
    else if (this.status === "lost") this.connect();
  };

  private end(why: Closing): void {
    this.status = "ended";
    this.listener.status("ended", why);
    this.close();
  }

  private set(status: Status): void {
    if (this.status === status) return;
    this.status = status;
    this.listener.status(status);
  }
}
