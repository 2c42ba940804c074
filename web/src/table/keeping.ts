// Moves the keyboard focus to the next choice when the focused element disappears.

const NEXT = [".choosing button", "[data-light][tabindex='0']", ".asked.mine button.primary:enabled", ".asked.mine .list button:enabled"];

let byKeys = false;
addEventListener("keydown", () => (byKeys = true), true);
addEventListener("pointerdown", () => (byKeys = false), true);

/** Focus what can be chosen now, if the keyboard is used and nothing has the focus any more. */
export function keepFocus(): void {
  if (!byKeys || (document.activeElement ?? document.body) !== document.body || document.querySelector(".drawer")) return;
  for (const selector of NEXT) {
    const found = document.querySelector<HTMLElement>(selector);
    if (found) return found.focus({ preventScroll: true });
  }
}
