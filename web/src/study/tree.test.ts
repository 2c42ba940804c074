import { expect, test } from "vitest";
import type { Action } from "../wire/types";
import { instead, lineThrough, packed, pathTo, promoted, ROOT, seed, takenBack, tried, unpacked, type Tree } from "./tree";

const act = (verb: string) => ({ verb }) as unknown as Action;
const verbs = (tree: Tree, nodes: number[]) => nodes.map((node) => (tree[node]!.action as { verb: string }).verb);

/** a b c, and at b also d e, and at a also f. */
function grown(): Tree {
  let tree = seed();
  const add = (at: number, ...names: string[]) => names.reduce((from, name) => ([tree] = [...tried(tree, from, "red", act(name))], tree.length - 1), at);
  const b = add(ROOT, "a", "b");
  add(b, "c");
  add(b, "d", "e");
  add(1, "f");
  return tree;
}

test("a line goes through a node and on along what was tried first", () => {
  const tree = grown();
  expect(verbs(tree, lineThrough(tree, ROOT))).toEqual(["a", "b", "c"]);
  expect(verbs(tree, lineThrough(tree, 4))).toEqual(["a", "b", "d", "e"]);
  expect(verbs(tree, pathTo(tree, 6))).toEqual(["a", "f"]);
  expect(verbs(tree, instead(tree, 3))).toEqual(["d"]);
});

test("what was tried before is found again", () => {
  const tree = grown();
  expect(tried(tree, 2, "red", act("d"))).toEqual([tree, 4]);
  expect(tried(tree, 2, "blue", act("d"))[1]).toBe(tree.length);
});

test("taking back takes all that follows, and leaves the rest as it was", () => {
  const [tree, at] = takenBack(grown(), 2);
  expect(verbs(tree, lineThrough(tree, ROOT))).toEqual(["a", "f"]);
  expect(verbs(tree, [at])).toEqual(["a"]);
  expect(takenBack(tree, 1)[0]).toHaveLength(1);
});

test("another line becomes the main line", () => {
  const tree = promoted(grown(), 4);
  expect(verbs(tree, lineThrough(tree, ROOT))).toEqual(["a", "b", "d", "e"]);
});

test("a tree comes back from its list, with the node that was shown", () => {
  const tree = promoted(grown(), 6);
  const [list, at] = packed(tree, 3);
  const again = unpacked(list);
  expect(verbs(again, lineThrough(again, ROOT))).toEqual(["a", "f"]);
  expect(verbs(again, pathTo(again, at))).toEqual(["a", "b", "c"]);
  expect(packed(again, at)).toEqual([list, at]);
  expect(() => unpacked([[7, "red", act("a")]])).toThrow();
});

test("a long game is no trouble", () => {
  const list = Array.from({ length: 3000 }, (_, number): [number, string, Action] => [number, "red", act(`x${number}`)]);
  expect(packed(unpacked(list), 3000)).toEqual([list, 3000]);
});
