// Computes what is drawn where, from the board as the server describes it. The rules are those of aude/draw/boards.py; a
// test compares the two. Nothing here touches the page.

import type { Board, Cell, Feature, Figure, LaidTile, Segment, Spot, Token } from "../wire/types";
import { figureArt, type FigureArt, type Kit, type Point, type TileArt } from "./kit";
import { strewn } from "./scatter";

export const CELL = 100;
const MIDDLE = CELL / 2;
const APART = 14; // how far figures stand from one another that share a spot
const SIDES = ["N", "E", "S", "W"];
const HALVES = ["NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR"];
const COLOURS = ["red", "blue", "green", "yellow", "black", "pink"];

export const cellKey = ([x, y]: Cell): string => `${x},${y}`;

/** Where a point of a tile comes to lie when the tile is turned by so many quarters, clockwise. */
export function turned([x, y]: Point, turns: number): Point {
  for (let left = turns % 4; left > 0; left--) [x, y] = [CELL - y, x];
  return [x, y];
}

/** Where the middle of a side or half side of a tile is. */
export function edgePoint(port: string): Point {
  const place = port.length === 1 ? 2 * SIDES.indexOf(port) + 1 : HALVES.indexOf(port) + 0.5;
  const far = (place % 2) * MIDDLE;
  const points: Point[] = [
    [far, 0],
    [CELL, far],
    [CELL - far, CELL],
    [0, CELL - far],
  ];
  return points[Math.floor(place / 2)] ?? [MIDDLE, MIDDLE];
}

/** The number of each seat's colour: its name's, and for other names the next that is free. */
export function seatColours(seats: readonly string[]): Map<string, number> {
  const free = COLOURS.map((_, number) => number).filter((number) => !seats.includes(COLOURS[number]!));
  return new Map(seats.map((seat) => [seat, COLOURS.includes(seat) ? COLOURS.indexOf(seat) : (free.shift() ?? 0)]));
}

/** The transform that lays the ground of a tile where it belongs. */
export function laidAt(x: number, y: number, rotation: number): string {
  const corner = [
    [0, 0],
    [CELL, 0],
    [CELL, CELL],
    [0, CELL],
  ][(rotation / 90) % 4]!;
  const turn = rotation ? `rotate(${rotation})` : "";
  return `translate(${CELL * x + corner[0]!} ${CELL * y + corner[1]!})${turn}`;
}

/** What stands on a tile, from the back to the front, as SVG around the tile's own upper left corner. */
export function standsOn(kit: Kit, id: string, x: number, y: number, rotation: number): string {
  const art = kit.tiles[id];
  if (!art) return "";
  const turns = rotation / 90;
  const found: [name: string, x: number, y: number, size: number][] = [];
  const upright = (name: string, at: Point, size: number): void => {
    const [left, top] = turned(at, turns);
    found.push([name, left, top + size * kit.ornaments[name]!.drop, size]);
  };
  for (const [name, left, top, size] of art.stands) upright(name, [left, top], size);
  for (const [name, at] of strewn(kit, art, `${id} ${x},${y}`)) upright(name, at, 1);
  found.sort((one, other) => one[2] - other[2] || one[1] - other[1]);
  let text = "";
  for (const [name, left, top, size] of found) {
    const symbol = kit.ornaments[name]!.symbol;
    const place =
      size === 1
        ? `x="${left.toFixed(1)}" y="${top.toFixed(1)}"`
        : `transform="translate(${left.toFixed(1)} ${top.toFixed(1)})scale(${size})"`;
    if (symbol) text += `<use href="#${symbol}" ${place}/>`;
  }
  return text;
}

/** A figure or token where it is drawn. */
export interface Piece {
  key: string;
  name: string;
  art: FigureArt;
  seat: string | null;
  colour: number | null;
  lying: boolean;
  x: number;
  y: number;
  turn: number;
  layer: number; // what lies is below what stands
  cell: Cell;
  spot: Spot | null;
  figure: Figure | null;
  token: Token | null;
}

interface Standing {
  name: string;
  seat: string | null;
  cell: Cell;
  spot: Spot | null;
  onTop: boolean;
  place: number | null;
  weight: number;
  figure: Figure | null;
  token: Token | null;
}

/** A board with indexes for what is looked up often. */
export class Table {
  readonly tiles = new Map<string, LaidTile>();
  readonly features = new Map<number, Feature>();
  readonly colours: Map<string, number>;

  constructor(
    readonly kit: Kit,
    readonly board: Board,
  ) {
    for (const tile of board.tiles) this.tiles.set(cellKey(tile.cell), tile);
    for (const feature of board.features) this.features.set(feature.id, feature);
    this.colours = seatColours(board.seats);
  }

  tileAt(cell: Cell): LaidTile | undefined {
    return this.tiles.get(cellKey(cell));
  }

  segmentAt(spot: Spot): Segment | undefined {
    const same = (other: Spot): boolean => other.kind === spot.kind && other.sides.join() === spot.sides.join();
    return this.tileAt(spot.cell)?.segments.find((segment) => same(segment.spot));
  }

  featureAt(spot: Spot): Feature | undefined {
    const segment = this.segmentAt(spot);
    return segment && this.features.get(segment.feature);
  }

  /** Where a point of a tile is on the board. */
  private onBoard(tile: LaidTile, at: Point): Point {
    const [x, y] = turned(at, tile.rotation / 90);
    return [CELL * tile.cell[0] + x, CELL * tile.cell[1] + y];
  }

  private art(tile: LaidTile): TileArt | undefined {
    return this.kit.tiles[tile.id];
  }

  /** Where a figure stands on a segment of a tile, or on what was laid over it. */
  spotPoint(spot: Spot): Point {
    const tile = this.tileAt(spot.cell);
    if (!tile) return [CELL * spot.cell[0] + MIDDLE, CELL * spot.cell[1] + MIDDLE];
    const printed = this.segmentAt(spot)?.printed ?? null;
    const at = printed === null ? undefined : this.art(tile)?.spots[printed];
    return this.onBoard(tile, at ?? [MIDDLE, MIDDLE]);
  }

  /** The cell of a tile on which a place with this name is drawn. */
  cellOfWord(word: string): Cell | undefined {
    return this.board.tiles.find((tile) => this.art(tile)?.tokens[word])?.cell;
  }

  /** Where that place is on the board. */
  wordPoint(word: string, cell: Cell): Point {
    const tile = this.tileAt(cell);
    const at = tile && this.art(tile)?.tokens[word];
    return tile && at ? this.onBoard(tile, at) : [CELL * (cell[0] + 0.5), CELL * (cell[1] + 0.5)];
  }

  // -- figures and tokens -----------------------------------------------------------------------------------------
  /** Segments that were laid over tiles: ways from side to side. */
  laidOver(): Spot[] {
    return this.board.tiles.flatMap((tile) =>
      tile.segments.filter(({ printed, spot }) => printed === null && spot.sides.length).map(({ spot }) => spot),
    );
  }

  /** A way that was laid over a tile, as a path. */
  wayPath(spot: Spot): string {
    const points = spot.sides.map((side) => edgePoint(side));
    return "M" + points.map(([x, y]) => `${CELL * spot.cell[0] + x} ${CELL * spot.cell[1] + y}`).join("L");
  }

  /** Everything that stands or lies on the board, in the order in which it is drawn. */
  pieces(): Piece[] {
    const found = [...this.atSides(), ...this.places()];
    const often = new Map<string, number>();
    for (const piece of found) {
      const name = piece.figure
        ? `${piece.figure.seat} ${piece.figure.kind}`
        : `${piece.seat ?? ""} ${piece.name} ${piece.token?.side ? cellKey(piece.cell) : ""}`;
      const nth = piece.figure?.number ?? (often.get(name) ?? 0) + 1;
      often.set(name, nth);
      piece.key = `${piece.figure ? "figure" : "token"} ${name} ${nth}`;
    }
    return found.sort((one, other) => one.layer - other.layer || (one.layer === 0 ? one.y - other.y : 0));
  }

  private piece(one: Standing, [x, y]: Point, more: Partial<Piece> = {}): Piece {
    const { name, seat, cell, spot, figure, token } = one;
    const colour = seat === null ? null : (this.colours.get(seat) ?? null);
    const art = figureArt(this.kit, name);
    const lying = this.lies(one);
    return { key: "", name, art, seat, colour, lying, x, y, turn: 0, layer: 0, cell, spot, figure, token, ...more };
  }

  private standing(): Standing[] {
    const found: Standing[] = [];
    for (const token of this.board.tokens) {
      if (token.side !== null) continue;
      const below = found.at(-1);
      const isUpon = below !== undefined && below.seat === null && cellKey(below.cell) === cellKey(token.cell);
      const onTop = isUpon && token.spot === null && token.seat !== null;
      const { name, seat, cell, spot } = token;
      found.push({ name, seat, cell, spot, onTop, place: null, weight: 0, figure: null, token });
    }
    const shown = new Set(found.filter((one) => one.spot === null).map((one) => `${cellKey(one.cell)} ${one.seat}`));
    for (const figure of this.board.figures) {
      const { seat, kind: name, spot, place, weight } = figure;
      const own = { name, seat, onTop: false, figure, token: null };
      if (spot !== null) found.push({ ...own, cell: spot.cell, spot, place: null, weight });
      else if (place?.cell && !shown.has(`${cellKey(place.cell)} ${seat}`))
        found.push({ ...own, cell: place.cell, spot: null, place: place.number, weight: 0 });
    }
    return found;
  }

  /** Where everything stands: what shares a spot side by side, equal tokens on top of one another. */
  places(): Piece[] {
    const spots = new Map<string, { at: Point; columns: Standing[][] }>();
    const found: Piece[] = [];
    for (const one of this.standing()) {
      const at = this.place(one);
      if (figureArt(this.kit, one.name).flat) {
        found.push(this.piece(one, at, { layer: -1, turn: this.along(one.cell) }));
        continue;
      }
      const here = spots.get(at.join()) ?? { at, columns: [] };
      spots.set(at.join(), here);
      const same = one.seat === null ? here.columns.find((column) => column[0]!.name === one.name) : undefined;
      if (one.onTop && here.columns.length) here.columns.at(-1)!.push(one);
      else if (same) same.push(one);
      else here.columns.push([one]);
    }
    for (const { at, columns } of spots.values()) {
      const lying = columns.every((column) => this.lies(column[0]!));
      columns.forEach((column, number) => {
        const off = APART * (number - (columns.length - 1) / 2);
        const [x, y] = lying ? [at[0], at[1] + off] : [at[0] + off, at[1]];
        let ground = -figureArt(this.kit, column[0]!.name).foot;
        for (const one of column) {
          const art = figureArt(this.kit, one.name);
          found.push(this.piece(one, [x, y - ground - art.foot]));
          ground += art.rise;
        }
      });
    }
    return found;
  }

  private place(one: Standing): Point {
    const [x, y] = one.cell;
    if (figureArt(this.kit, one.name).at_corner) return [CELL * x, CELL * y];
    if (one.spot) return this.spotPoint(one.spot);
    const tile = this.tileAt(one.cell);
    const art = tile && this.art(tile);
    if (!tile || !art) return [CELL * x + MIDDLE, CELL * y + MIDDLE];
    const word = one.name.split("_")[0]!;
    const like = art.stands.find(([name]) => name.slice(name.lastIndexOf("/") + 1).startsWith(word));
    const at = one.place === null ? tokenPlace(art, one.name) : art.places[one.place];
    return this.onBoard(tile, at ?? (like ? [like[1], like[2]] : [MIDDLE, MIDDLE]));
  }

  /** What stands at the sides of tiles, on what lies along them. */
  private atSides(): Piece[] {
    return this.board.tokens.flatMap((token) => {
      if (token.side === null) return [];
      const [x, y] = edgePoint(token.side);
      const at: Point = [CELL * token.cell[0] + x, CELL * token.cell[1] + y];
      const { seat, cell, spot } = token;
      return [figureArt(this.kit, token.name).upon, token.name].filter(Boolean).map((name) => {
        const one = { name, seat, cell, spot, onTop: false, place: null, weight: 0, figure: null, token };
        const turn = figureArt(this.kit, name).flat ? 90 * SIDES.indexOf(token.side!) : 0;
        return this.piece(one, at, { layer: -2, turn });
      });
    });
  }

  /** Figures on ground that is never complete stay until the end, and are drawn lying down. */
  private lies(one: Standing): boolean {
    if (!one.spot || !one.weight || this.kit.kinds[one.spot.kind]?.manner !== "ground") return false;
    const feature = this.featureAt(one.spot);
    return feature !== undefined && !feature.completes;
  }

  /** How a piece is turned that lies along what was laid over its tile. */
  private along(cell: Cell): number {
    const over = this.laidOver().find((spot) => cellKey(spot.cell) === cellKey(cell));
    return over?.sides.includes("N") ? 90 : 0;
  }

  // -- what features cover ----------------------------------------------------------------------------------------
  /** What a segment covers on the board: rings of points. Nothing for what was laid over a tile later. */
  region(tile: LaidTile, segment: Segment): Point[][] {
    const rings = segment.printed === null ? [] : (this.art(tile)?.regions[segment.printed] ?? []);
    return rings.map((ring) => {
      const points: Point[] = [];
      for (let at = 0; at < ring.length; at += 2) points.push(this.onBoard(tile, [ring[at]!, ring[at + 1]!]));
      return points;
    });
  }

  featurePath(feature: Feature): string {
    return feature.spots
      .flatMap((spot) => {
        const [tile, segment] = [this.tileAt(spot.cell), this.segmentAt(spot)];
        return tile && segment ? this.region(tile, segment) : [];
      })
      .map((ring) => `M${ring.map(([x, y]) => `${Math.round(x)} ${Math.round(y)}`).join("L")}z`)
      .join("");
  }

  /** The owners of a feature; for ground without figures that count, the owners of the tokens there. */
  holders(feature: Feature): string[] {
    if (feature.owners.length || this.kit.kinds[feature.kind]?.manner !== "ground") return feature.owners;
    const laid = this.board.tokens.filter((token) => token.spot && this.featureAt(token.spot)?.id === feature.id);
    return this.board.seats.filter((seat) => laid.some((token) => token.seat === seat));
  }

  /** The segment at a point of the board: of a place, way or area rather than of the ground around it. */
  segmentUnder([x, y]: Point): { tile: LaidTile; segment: Segment | null } | null {
    const tile = this.tileAt([Math.floor(x / CELL), Math.floor(y / CELL)]);
    if (!tile) return null;
    const manners = ["site", "way", "area", "ground"];
    const rank = (segment: Segment): number => manners.indexOf(this.kit.kinds[segment.spot.kind]?.manner ?? "site");
    const byRank = [...tile.segments].sort((one, other) => rank(one) - rank(other));
    const over = byRank.find((one) => one.printed === null && this.isOnWay(one.spot, x, y));
    return { tile, segment: over ?? byRank.find((one) => isWithin(this.region(tile, one), x, y)) ?? null };
  }

  private isOnWay({ kind, sides, cell }: Spot, x: number, y: number): boolean {
    const half = (this.kit.kinds[kind]?.width ?? 0) / 2 + 2;
    const off = sides.includes("N") ? x - CELL * cell[0] - MIDDLE : y - CELL * cell[1] - MIDDLE;
    return sides.length > 0 && Math.abs(off) <= half;
  }
}

/** The place of a token whose name ends with it (`count_in_castle_quarter`). */
function tokenPlace(art: TileArt, name: string): Point | undefined {
  const ends = Object.keys(art.tokens).filter((word) => name.endsWith(word));
  return art.tokens[ends.sort((one, other) => other.length - one.length)[0] ?? ""];
}

/** Whether a point is within rings, by the number of lines to its right. */
function isWithin(rings: Point[][], x: number, y: number): boolean {
  let inside = false;
  for (const ring of rings)
    ring.forEach(([x1, y1], at) => {
      const [x2, y2] = ring[(at + 1) % ring.length]!;
      if (y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1) inside = !inside;
    });
  return inside;
}
