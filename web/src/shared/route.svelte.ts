// Where in the program we are: the path of the page, without a router library. Links are ordinary links.

export const route = $state({ path: location.pathname, query: new URLSearchParams(location.search) });

function read(): void {
  route.path = location.pathname;
  route.query = new URLSearchParams(location.search);
}

/** Say in the title of the window what it shows. */
export function entitle(what: string): void {
  document.title = what ? `${what} – Aude` : "Aude";
}

/** Go to another page of ours without loading it. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  const from = route.path;
  read();
  if (route.path !== from) scrollTo(0, 0);
}

addEventListener("popstate", read);

addEventListener("click", (event) => {
  const link = (event.target as Element | null)?.closest?.("a");
  if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.pathname.startsWith("/me/")) return;
  event.preventDefault();
  go(link.pathname + link.search);
});
