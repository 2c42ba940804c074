// What boards are drawn with: src/aude/draw/kit.py makes it, GET /api/kit sends it.

export type Point = [number, number];

/** A tile on 100 by 100, unturned. */
export interface TileArt {
  ground: string;
  stands: [name: string, x: number, y: number, size: number][];
  strewn: Record<string, number[]>;
  spots: Record<string, Point>;
  regions: Record<string, number[][]>;
  places: Point[];
  tokens: Record<string, Point>;
  captions: string[];
}

export interface OrnamentArt {
  symbol: string;
  half: number;
  drop: number;
}

export interface FigureArt {
  symbol: string;
  lying: string;
  radius: number;
  marks: [x: number, y: number, size: number][];
  lying_marks: [x: number, y: number, size: number][];
  nobodys: string;
  flat: boolean;
  upon: string;
  at_corner: boolean;
  foot: number;
  rise: number;
}

export interface KindArt {
  manner: "ground" | "area" | "way" | "site";
  width: number;
  scatter: Record<string, number>;
  spacing: number;
  share: number;
}

export interface Kit {
  defs: string;
  css: string;
  tiles: Record<string, TileArt>;
  ornaments: Record<string, OrnamentArt>;
  figures: Record<string, FigureArt>;
  kinds: Record<string, KindArt>;
  marks: string[];
  words: Record<string, string>; // what figures, tokens, features and colours are called,
  lines: Record<string, string>; // and the lines of the sums that explain points
}

const PLAIN = "piece"; // the drawing of pieces that have none of their own
const installed = new WeakSet<Kit>();

/** Make the symbols and colours of a kit known to the page; once is enough. */
export function install(kit: Kit): Kit {
  if (!installed.has(kit)) {
    installed.add(kit);
    const holder = document.createElement("div");
    holder.innerHTML = `<svg width="0" height="0" aria-hidden="true" style="position:absolute"><defs>${kit.defs}</defs></svg>`;
    const style = document.createElement("style");
    style.textContent = kit.css;
    document.head.append(style);
    document.body.append(holder.firstElementChild!);
  }
  return kit;
}

/** How a figure or token is drawn: by its name, or by the longest beginning that has a drawing (`big_pig_taxes`). */
export function figureArt(kit: Kit, name: string): FigureArt {
  for (let word = name; ; word = word.slice(0, word.lastIndexOf("_"))) {
    const found = kit.figures[word];
    if (found) return found;
    if (!word.includes("_")) return kit.figures[PLAIN]!;
  }
}

/** What a figure, a token or a feature is called. */
export const nameOf = (kit: Kit, name: string): string => kit.words[name] ?? name.replaceAll("_", " ");
