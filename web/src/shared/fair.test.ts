import { expect, test } from "vitest";
import type { Draws, MoveTold, Shuffle } from "../wire/types";
import { checked, commitmentOf, keyOf, numberOf } from "./fair";
import { hexOf, hmac, sha256 } from "./sha256";

// The test vectors of docs/fairness.md.
const secret = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
const commitment = "e9385dcd16d358db09a8c09e7602039a8aa71ced2ecbd41b3c82c6d7a97899cb";
const contributions: [string, string][] = [["red", "c0ffee"], ["blue", "1234"]];
const bytes = (text: string) => new TextEncoder().encode(text);

test("SHA-256 and HMAC are those of the standards", () => {
  expect(hexOf(sha256(bytes("abc")))).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  expect(hexOf(sha256(bytes("a".repeat(1000))))).toBe("41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3");
  const long = "Test Using Larger Than Block-Size Key - Hash Key First"; // RFC 4231, case 6
  expect(hexOf(hmac(new Uint8Array(131).fill(0xaa), bytes(long)))).toBe(
    "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
  );
});

test("commitment, key and numbers are those of docs/fairness.md", () => {
  expect(commitmentOf(secret)).toBe(commitment);
  const key = keyOf(secret, contributions);
  expect(hexOf(key)).toBe("2f3c9387343379c85898f0eb8b8a4dc95b63c8f1d2237e836b05d15cd9be3465");
  expect([0, 1, 2, 3, 4, 5].map((draw) => numberOf(key, draw, 72))).toEqual([68, 49, 3, 48, 28, 54]);
});

// A game of three draws from a stack of three: as the numbers lead.
const shuffle: Shuffle = { commitment, secret, contributions };
const draw = (tile: string) => ({ verb: "draw" as const, tile });
function game(): { told: Draws; moves: MoveTold[] } {
  const key = keyOf(secret, contributions);
  const left = ["a", "a", "b"];
  const told: Draws = { actions: [draw("a"), draw("b")], draws: [] };
  const moves: MoveTold[] = [];
  for (let number = 0; number < 3; number++) {
    const among = ["a", "b"].map((tile, what): [number, number] => [what, left.filter((one) => one === tile).length]);
    told.draws.push({ position: number, among: among.filter(([, count]) => count) });
    const [tile] = left.splice(numberOf(key, number, left.length), 1);
    moves.push({ seat: "chance", action: draw(tile!), text: "" });
  }
  return { told, moves };
}
const noted = { table: "t", commitment, given: { red: "c0ffee" } };
const wrongIn = (...all: Parameters<typeof checked>) => checked(...all).filter(({ right }) => right === false).map(({ name }) => name);

test("an honest game passes all that is checked", () => {
  const { told, moves } = game();
  expect(checked(shuffle, noted, told, moves).every(({ right }) => right)).toBe(true);
  expect(checked(shuffle, undefined, told, moves).filter(({ right }) => right === null).map(({ name }) => name)).toEqual(["noted", "given"]);
});

test("whoever cheats is found out", () => {
  const { told, moves } = game();
  expect(wrongIn({ ...shuffle, secret: secret.replace("00", "01") }, noted, told, moves)).toContain("secret");
  expect(wrongIn(shuffle, { ...noted, commitment: "00" }, told, moves)).toEqual(["noted"]);
  expect(wrongIn(shuffle, { ...noted, given: { red: "beef" } }, told, moves)).toEqual(["given"]);
  const other = moves.map((move) => ({ ...move, action: draw(move.action.verb === "draw" && move.action.tile === "a" ? "b" : "a") }));
  expect(wrongIn(shuffle, noted, told, other)).toEqual(["draws"]);
});
