// The lines that are tried from a table: a tree of choices. Each node is a choice; the root is the table as it was laid.

import type { Action, MoveTold, SeatName } from "../wire/types";

export interface Tried {
  seat: SeatName;
  action: Action;
  parent: number;
  next: number[]; // what was tried after it, the main line first
  told: MoveTold | null; // what it was, in words, as soon as the server has said so
}

export type Tree = readonly Tried[];
export const ROOT = 0;

/** A tree in few words, for links: what each choice follows (0 is the root, 1 the first choice of the list), and it. */
export type Packed = [after: number, seat: SeatName, action: Action];

export const seed = (): Tree => [{ seat: "", action: {} as Action, parent: -1, next: [], told: null }];

/** The choices that lead to a node, the first one first; the root is none of them. */
export function pathTo(tree: Tree, at: number): number[] {
  const path: number[] = [];
  for (let node = at; node > ROOT; node = tree[node]!.parent) path.unshift(node);
  return path;
}

/** The line through a node: how it was reached, and how it goes on if nothing else is chosen. */
export function lineThrough(tree: Tree, at: number): number[] {
  const line = pathTo(tree, at);
  for (let node = tree[at]!.next[0]; node !== undefined; node = tree[node]!.next[0]) line.push(node);
  return line;
}

/** What was tried instead of a node. */
export const instead = (tree: Tree, at: number): number[] => tree[tree[at]!.parent]!.next.filter((node) => node !== at);

/** Try something at a node. What was tried there before is found again. */
export function tried(tree: Tree, at: number, seat: SeatName, action: Action): [Tree, number] {
  const same = JSON.stringify(action);
  const known = tree[at]!.next.find((node) => tree[node]!.seat === seat && JSON.stringify(tree[node]!.action) === same);
  if (known !== undefined) return [tree, known];
  const grown = [...tree, { seat, action, parent: at, next: [], told: null }];
  grown[at] = { ...tree[at]!, next: [...tree[at]!.next, tree.length] };
  return [grown, tree.length];
}

/** Take back a node and all that follows it. Also the node before it: nodes are numbered anew. */
export function takenBack(tree: Tree, at: number): [Tree, number] {
  const kept = inOrder(tree).filter((node) => !pathTo(tree, node).includes(at));
  return [renumbered(tree, kept), kept.indexOf(tree[at]!.parent) + 1];
}

/** Make the line through a node the main line. */
export function promoted(tree: Tree, at: number): Tree {
  const grown = [...tree];
  for (const node of pathTo(tree, at)) {
    const { parent } = tree[node]!;
    grown[parent] = { ...grown[parent]!, next: [node, ...grown[parent]!.next.filter((one) => one !== node)] };
  }
  return grown;
}

/** All nodes but the root, line by line: whatever comes after another stands behind it. */
function inOrder(tree: Tree): number[] {
  const found: number[] = [];
  const open = [...tree[ROOT]!.next].reverse();
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    found.push(node);
    open.push(...[...tree[node]!.next].reverse());
  }
  return found;
}

function renumbered(tree: Tree, nodes: number[]): Tree {
  const numbers = new Map([[ROOT, ROOT], ...nodes.map((node, number) => [node, number + 1] as const)]);
  return [ROOT, ...nodes].map((node) => ({
    ...tree[node]!,
    parent: numbers.get(tree[node]!.parent) ?? -1,
    next: tree[node]!.next.flatMap((one) => numbers.get(one) ?? []),
  }));
}

/** A tree in few words, and the number that a node has there. */
export function packed(tree: Tree, at: number): [Packed[], number] {
  const nodes = inOrder(tree);
  const tried = renumbered(tree, nodes).slice(1).map(({ parent, seat, action }): Packed => [parent, seat, action]);
  return [tried, nodes.indexOf(at) + 1];
}

export function unpacked(lines: readonly Packed[]): Tree {
  const tree = [...seed()];
  for (const [after, seat, action] of lines) {
    if (!tree[after]) throw new Error("nothing stands before it");
    tree[after]!.next.push(tree.length);
    tree.push({ seat, action, parent: after, next: [], told: null });
  }
  return tree;
}
