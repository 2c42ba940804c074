// Asking the server over HTTP. What it refuses becomes a `Problem` with a sentence in the reader's language.

import { language } from "../words/words.svelte";
import type { Me } from "./types";

export class Problem extends Error {
  constructor(
    readonly code: string,
    text: string,
    readonly rule = "",
  ) {
    super(text);
  }
}

/** What the server answers, unread; anything but a success is a `Problem`. */
export async function fetched(path: string, body?: unknown): Promise<Response> {
  const address = new URL(path, location.href);
  address.searchParams.set("lang", language.code);
  let answer: Response;
  try {
    answer = await fetch(address, {
      method: body === undefined ? "GET" : "POST",
      ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
  } catch {
    throw new Problem("offline", "");
  }
  if (answer.ok) return answer;
  const found = (await answer.json().catch(() => ({}))) as { code?: string; text?: string; rule?: string };
  throw new Problem(found.code ?? String(answer.status), found.text ?? answer.statusText, found.rule ?? "");
}

export async function ask<T>(path: string, body?: unknown): Promise<T> {
  const answer = await fetched(path, body);
  return (answer.headers.get("content-type")?.startsWith("application/json") ? answer.json() : answer.text()) as Promise<T>;
}

export const whoAmI = () => ask<Me>("/api/me");
export const callMe = (name: string) => ask<Me>("/api/me", { name });
export const join = (table: string) => ask<{ table: string }>(`/api/tables/${table}/join`, {});
