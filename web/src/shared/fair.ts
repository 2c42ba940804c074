// Checking in the browser that nobody has chosen the tiles: docs/fairness.md, computed again.

import type { Draws, MoveTold, Shuffle } from "../wire/types";
import type { Noted } from "./noted";
import { bytesOf, hexOf, hmac, sha256 } from "./sha256";

const encoder = new TextEncoder();
const MANY = 1n << 256n; // how many numbers a draw begins with

export function commitmentOf(secret: string): string {
  const head = encoder.encode("aude shuffle 1 commitment\n");
  return hexOf(sha256(Uint8Array.from([...head, ...bytesOf(secret)])));
}

export function keyOf(secret: string, contributions: [string, string][]): Uint8Array {
  const lines = contributions.map(([seat, bytes]) => `${seat} ${bytes}\n`).join("");
  return hmac(bytesOf(secret), encoder.encode(`aude shuffle 1 key\n${lines}`));
}

/** The number of a draw, counted from 0: one of 0 to count - 1. */
export function numberOf(key: Uint8Array, draw: number, count: number): number {
  const most = MANY - (MANY % BigInt(count));
  for (let retry = 0; ; retry++) {
    const digest = hmac(key, encoder.encode(`aude shuffle 1 draw ${draw} ${retry}\n`));
    const value = BigInt(`0x${hexOf(digest)}`);
    if (value < most) return Number(value % BigInt(count));
  }
}

/** One thing that was checked: its name among the words of the page, whether it is right, and what belongs to it. */
export interface Check {
  name: string;
  right: boolean | null; // null: there is nothing to compare with
  values: Record<string, string | number>;
}

/** Everything that can be checked once a game is over. */
export function checked(shuffle: Shuffle, noted: Noted | undefined, told: Draws, moves: MoveTold[]): Check[] {
  const { secret, commitment, contributions = [] } = shuffle;
  if (!secret) return [];
  const given = Object.entries(noted?.given ?? {});
  const key = keyOf(secret, contributions);
  const wrong = told.draws.filter((draw, number) => !isRight(key, number, draw, told, moves));
  return [
    {
      name: "noted",
      right: noted?.commitment ? noted.commitment === commitment : null,
      values: { commitment: commitment.slice(0, 12) },
    },
    { name: "secret", right: commitmentOf(secret) === commitment, values: {} },
    {
      name: "given",
      right: given.length ? given.every(([seat, bytes]) => contributions.some((one) => one[0] === seat && one[1] === bytes)) : null,
      values: { count: contributions.length },
    },
    {
      name: "draws",
      right: !wrong.length && told.draws.length === moves.filter(({ seat }) => seat === "chance").length - (told.observed ?? 0),
      values: { count: told.draws.length, wrong: wrong.map(({ position }) => position + 1).join(", ") },
    },
    { name: "stack", right: areFromOneStack(told, moves), values: { count: told.draws.length } },
    ...(told.observed ? [{ name: "observed", right: null, values: { count: told.observed } }] : []),
  ];
}

type Draw = Draws["draws"][number];

/** Whether the number that follows from the secret and the contributions leads to what was drawn. */
function isRight(key: Uint8Array, number: number, { position, among }: Draw, { actions }: Draws, moves: MoveTold[]): boolean {
  let left = numberOf(key, number, among.reduce((sum, [, count]) => sum + count, 0));
  const drawn = among.find(([, count]) => (left -= count) < 0);
  return drawn !== undefined && same(actions[drawn[0]], moves[position]?.action);
}

/** Whether no tile came twice: what is left of any tile only ever grows less by what was drawn. */
function areFromOneStack({ actions, draws }: Draws, moves: MoveTold[]): boolean | null {
  const left = new Map<number, number>();
  for (const { position, among } of draws) {
    if (moves[position]?.action.verb !== "draw") continue;
    for (const [what, count] of among) {
      const before = left.get(what);
      if (before !== undefined && count > before) return null; // tiles were shuffled in
      left.set(what, count);
    }
    const drawn = actions.findIndex((action) => same(action, moves[position]!.action));
    if (!left.get(drawn)) return false;
    left.set(drawn, left.get(drawn)! - 1);
  }
  return true;
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
