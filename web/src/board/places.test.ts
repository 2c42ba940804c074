// The page draws everything where our pictures do: compared on boards of games with all boxes, which Python plays.

import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Board } from "../wire/types";
import { Table, seatColours, type Piece } from "./drawing";
import type { Kit } from "./kit";

interface Drawn {
  kit: number;
  board: Board;
  colours: Record<string, number>;
  places: [name: string, seat: string | null, x: number, y: number][];
  over: [cell: number[], sides: string[]][];
  regions: Record<string, string>;
  held: Record<string, string[]>;
}

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const told = execFileSync(process.env["PYTHON"] ?? ".venv/bin/python", ["tools/board_places.py"], {
  cwd: ROOT,
  maxBuffer: 1 << 28,
});
const { kits, boards } = JSON.parse(told.toString()) as { kits: Kit[]; boards: Drawn[] };
const tables = boards.map((drawn) => ({ drawn, table: new Table(kits[drawn.kit]!, drawn.board) }));

const round = (value: number): number => Math.round(value * 1000) / 1000;
const placeOf = ({ name, seat, x, y }: Piece): Drawn["places"][number] => [name, seat, round(x), round(y)];

test("there are boards with figures, tokens on one another, ways over tiles and walls", () => {
  const tokens = new Set(boards.flatMap(({ board }) => board.tokens.map(({ name }) => name)));
  for (const name of ["bridge", "tower_piece", "dragon", "wall", "gate"]) expect(tokens).toContain(name);
  expect(boards.some(({ over }) => over.length)).toBe(true);
});

test("figures and tokens stand where they stand in the picture, in the same order", () => {
  for (const { drawn, table } of tables) expect(table.places().map(placeOf)).toEqual(drawn.places);
});

test("seats have the colours of the picture", () => {
  for (const { drawn } of tables) expect(Object.fromEntries(seatColours(drawn.board.seats))).toEqual(drawn.colours);
});

test("ways that were laid over tiles are found", () => {
  for (const { drawn, table } of tables) {
    expect(table.laidOver().map(({ cell, sides }) => [cell, sides])).toEqual(drawn.over);
  }
});

test("features cover what they cover in the picture, and are held by the same seats", () => {
  for (const { drawn, table } of tables) {
    for (const feature of drawn.board.features) {
      expect(table.featurePath(feature), `${feature.kind} ${feature.id}`).toBe(drawn.regions[feature.id]);
      expect(table.holders(feature)).toEqual(drawn.held[feature.id]);
    }
  }
});

test("every piece has a key of its own, which it keeps while the game goes on", () => {
  for (const { table } of tables) {
    const keys = table.pieces().map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
  }
});

test("what is at a spot belongs to its feature", () => {
  for (const { drawn, table } of tables.filter((_, number) => number % 3 === 0)) {
    for (const tile of drawn.board.tiles) {
      for (const segment of tile.segments) {
        const manner = table.kit.kinds[segment.spot.kind]?.manner;
        if (manner !== "area" || segment.printed === null) continue;
        const found = table.segmentUnder(table.spotPoint(segment.spot));
        expect(found?.tile.id).toBe(tile.id);
      }
    }
  }
});
