// The words of the page in three languages. Each part of the page has a file of its own, in which the languages stand
// side by side; sentences of the game come from the server, in the language that we ask for.

export const LANGUAGES = ["en", "nl", "nb"] as const;
export type Language = (typeof LANGUAGES)[number];
export type Entry = Record<Language, string>;

const files = import.meta.glob<Record<string, Entry>>("./*.json", { eager: true, import: "default" });

/** Every entry by its name: that of the file, a point, and its own. */
export const entries: Record<string, Entry> = {};
for (const [file, found] of Object.entries(files)) {
  const part = file.slice(2, -5);
  for (const [name, entry] of Object.entries(found)) entries[`${part}.${name}`] = entry;
}

const KEPT = "aude.language";

function preferred(): Language {
  const wished = [localStorage.getItem(KEPT) ?? "", ...navigator.languages];
  for (const one of wished) {
    const short = one.slice(0, 2).toLowerCase();
    const language = short === "no" || short === "nn" ? "nb" : short;
    if ((LANGUAGES as readonly string[]).includes(language)) return language as Language;
  }
  return "en";
}

export const language = $state({ code: preferred() });
document.documentElement.lang = language.code;

/** Speak another language from now on. */
export function speak(code: Language): void {
  language.code = code;
  localStorage.setItem(KEPT, code);
  document.documentElement.lang = code;
}

/** A text of the page: `word("start.free", { count: 3 })`. `{count|point|points}` chooses by number. */
export function word(name: string, values: Record<string, string | number> = {}): string {
  const entry = entries[name];
  if (!entry) throw new Error(`no words for ${name}`);
  return fill(entry[language.code], values);
}

/** Names one after the other, as one writes them: "Ada, Bo and Cy". */
export const listed = (names: string[]): string => new Intl.ListFormat(language.code).format(names);

export function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^|}]*))?\}/g, (whole, key: string, one?: string, more?: string) => {
    const value = values[key];
    if (value === undefined) return whole;
    return one === undefined ? String(value) : value === 1 ? one : more!;
  });
}
