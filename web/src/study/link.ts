// A table and what was tried on it, as the part of an address behind the `#`: it is never sent to the server.

import type { Setup } from "../wire/types";
import type { Packed } from "./tree";

export interface Shared {
  setup: Setup;
  position: string[];
  tried: Packed[];
  at: number; // the node that is shown, in the order of `tried`
}

const MARK = "1."; // the version of what follows

export async function toLink(shared: Shared): Promise<string> {
  const text = JSON.stringify([shared.setup, shared.position, shared.tried, shared.at]);
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return MARK + btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** What a link says; null if it is not one of ours. */
export async function fromLink(fragment: string): Promise<Shared | null> {
  const link = fragment.replace(/^#/, "");
  if (!link.startsWith(MARK)) return null;
  try {
    const letters = atob(link.slice(MARK.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = new TextDecoder().decode(await through(new DecompressionStream("deflate-raw"), bytes));
    const [setup, position, tried, at] = JSON.parse(text) as [Setup, string[], Packed[], number];
    return { setup, position, tried, at };
  } catch {
    return null;
  }
}

async function through(stream: GenericTransformStream, bytes: Uint8Array): Promise<Uint8Array> {
  const out = new Blob([bytes as BlobPart]).stream().pipeThrough(stream as TransformStream);
  return new Uint8Array(await new Response(out).arrayBuffer());
}
