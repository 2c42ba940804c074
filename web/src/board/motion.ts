// How things come to the table and leave it. Nothing waits for it, and it can be switched off.

import type { TransitionConfig } from "svelte/transition";

/** A tile is put down: from a little larger to its size. */
export function drop(_: Element, { still, x, y }: { still: boolean; x: number; y: number }): TransitionConfig {
  if (still) return { duration: 0 };
  return {
    duration: 260,
    css: (t, u) => `transform-origin:${x}px ${y}px;transform:scale(${1 + 0.25 * u * u});opacity:${Math.min(1, 2 * t)}`,
  };
}

/** A figure is put down, or taken up. */
export function land(_: Element, { still }: { still: boolean }): TransitionConfig {
  if (still) return { duration: 0 };
  return { duration: 300, css: (t, u) => `transform:translateY(${-36 * u * u}px);opacity:${t}` };
}
