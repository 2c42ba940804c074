// Everything that draws boards, tiles and figures.

export { default as BoardView } from "./Board.svelte";
export { default as FigureView } from "./FigureView.svelte";
export { default as TileView } from "./TileView.svelte";
export { seatColours, Table, type Piece } from "./drawing";
export { kitOf, kitOfTable } from "./fetching";
export { nameOf } from "./kit";
export type { Kit } from "./kit";
export type { Light } from "./lights";
export type { Ghost, Looked, Marked, Overlay, Shown } from "./types";
