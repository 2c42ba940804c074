// What this browser has noted of the shuffle of its tables: the commitment from before the game, and its own bytes.

export interface Noted {
  table: string;
  commitment: string;
  given: Record<string, string>; // by seat
}

const KEPT = "aude.shuffles";
const MOST = 60; // tables

function all(): Noted[] {
  try {
    return JSON.parse(localStorage.getItem(KEPT) ?? "[]") as Noted[];
  } catch {
    return [];
  }
}

export const notedOf = (table: string): Noted | undefined => all().find((one) => one.table === table);

function keep(table: string, change: (noted: Noted) => void): void {
  const noted = notedOf(table) ?? { table, commitment: "", given: {} };
  change(noted);
  localStorage.setItem(KEPT, JSON.stringify([noted, ...all().filter((one) => one.table !== table)].slice(0, MOST)));
}

/** Note the commitment that a table shows first; later ones do not count. */
export function noteCommitment(table: string, commitment: string): void {
  if (!notedOf(table)?.commitment) keep(table, (noted) => (noted.commitment = commitment));
}

/** Note what is given to the shuffle for a seat. */
export function noteContribution(table: string, seat: string, bytes: string): void {
  keep(table, (noted) => (noted.given[seat] = bytes));
}
