import { expect, test } from "vitest";
import type { BoxTold, Catalog } from "../wire/types";
import { Wish } from "./wish.svelte";

const box = (id: string, more: Partial<BoxTold> = {}): BoxTold => ({
  id,
  title: id,
  about: "",
  extends: "carcassonne",
  picture: "",
  tiles: 1,
  minutes: 1,
  difficulty: 1,
  seats: [2, 5],
  excludes: [],
  alone: false,
  elements: [],
  options: [],
  ...more,
});

const catalog: Catalog = {
  boxes: [
    box("carcassonne", { extends: null, elements: [{ id: "farmers", text: "Farmers" }] }),
    box("river", { excludes: ["lake"] }),
    box("lake", { excludes: ["river"] }),
    box("tower", {
      elements: [{ id: "top", text: "Top" }],
      options: [{ name: "height", ruling: "R-1", values: [{ id: "low", text: "low" }, { id: "high", text: "high" }] }],
    }),
  ],
  presets: [
    { name: "first_game", title: "", setup: { version: 1, game: "carcassonne", without: ["farmers"] }, tiles: 1, minutes: 1, difficulty: 1 },
    { name: "twice", title: "", setup: { version: 1, game: "carcassonne", tiles: { base: 2 } }, tiles: 1, minutes: 1, difficulty: 1 },
  ],
  bots: [],
  colours: ["red", "blue", "green", "yellow", "black", "pink"].map((id) => ({ id, text: id })),
  clocks: [],
  phrases: [],
};

test("a new table is the first game against a friendly bot", () => {
  const wish = new Wish(catalog);
  expect(wish.message).toEqual({
    setup: { version: 1, game: "carcassonne", boxes: [], without: ["farmers"], options: {}, players: ["red", "blue"] },
    bots: { blue: "friendly" },
    clock: { kind: "none" },
    listed: false,
    confirm: true,
    purist: false,
  });
  expect(wish.own).toEqual(["red"]);
  expect(wish.complete).toBe(true);
});

test("what a set-up with a name brings stays, and goes with the next one", () => {
  const wish = new Wish(catalog);
  wish.take(catalog.presets[1]!);
  expect(wish.setup).toMatchObject({ tiles: { base: 2 }, without: [] });
  wish.take(catalog.presets[0]!);
  expect(wish.setup.tiles).toBeUndefined();
});

test("a box that is taken out takes along what was chosen for it", () => {
  const wish = new Wish(catalog);
  const tower = catalog.boxes[3]!;
  wish.toggle(tower);
  wish.setOption("height", "high", "low");
  wish.without = [...wish.without, "top"];
  expect(wish.setup).toMatchObject({ boxes: ["tower"], options: { height: "high" }, without: ["farmers", "top"] });
  wish.toggle(tower);
  expect(wish.setup).toMatchObject({ boxes: [], options: {}, without: ["farmers"] });
  expect(wish.preset).toBe("");
});

test("the default of a house rule is not written down", () => {
  const wish = new Wish(catalog);
  wish.toggle(catalog.boxes[3]!);
  wish.setOption("height", "high", "low");
  wish.setOption("height", "low", "low");
  expect(wish.setup.options).toEqual({});
});

test("a box says which other one keeps it out", () => {
  const wish = new Wish(catalog);
  expect(wish.keptOutBy(catalog.boxes[2]!)).toBeNull();
  wish.toggle(catalog.boxes[1]!);
  expect(wish.keptOutBy(catalog.boxes[2]!)?.id).toBe("river");
});

test("seats of friends stay free, and those at this screen are ours", () => {
  const wish = new Wish(catalog);
  wish.seats = ["me", "friend", "here", "bot:club"];
  expect(wish.complete).toBe(false);
  expect(wish.own).toEqual(["red", "green"]);
  expect(wish.message.bots).toEqual({ yellow: "club" });
  wish.clock = { ...wish.clock, kind: "chess", minutes: 20 };
  expect(wish.message.clock).toEqual({ kind: "chess", minutes: 20, increment: 10 });
});
