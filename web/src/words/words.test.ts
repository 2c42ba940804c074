import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const LANGUAGES = ["en", "nl", "nb"];
const FOLDER = new URL("./", import.meta.url);
const files = readdirSync(FOLDER).filter((name) => name.endsWith(".json"));

function slots(text: string): string[] {
  return [...text.matchAll(/\{(\w+)/g)].map((match) => match[1]!).sort();
}

test.each(files)("%s has every text in every language, with the same slots", (file) => {
  const found: Record<string, Record<string, string>> = JSON.parse(readFileSync(new URL(file, FOLDER), "utf-8"));
  for (const [name, entry] of Object.entries(found)) {
    expect(Object.keys(entry), name).toEqual(LANGUAGES);
    for (const text of Object.values(entry)) expect([...new Set(slots(text))], name).toEqual([...new Set(slots(entry.en!))]);
  }
});

test("words that the page uses exist, and those that exist are used", () => {
  const sources = (readdirSync(new URL("../", FOLDER), { recursive: true }) as string[])
    .filter((name) => /\.(svelte|ts)$/.test(name) && !name.endsWith(".test.ts"))
    .map((name) => readFileSync(new URL(`../${name}`, FOLDER), "utf-8"))
    .join("\n");
  const used = new Set([...sources.matchAll(/word\(\s*"([a-z_]+\.[a-z_0-9]+)"/g)].map((match) => match[1]!));
  const parts = [...sources.matchAll(/word\(\s*`([a-z_]+\.[a-z_0-9]*)\$\{/g)].map((match) => match[1]!);
  const names = files.flatMap((file) =>
    Object.keys(JSON.parse(readFileSync(new URL(file, FOLDER), "utf-8")) as object).map((name) => `${file.slice(0, -5)}.${name}`),
  );
  for (const name of used) expect(names).toContain(name);
  const idle = names.filter((name) => !used.has(name) && !parts.some((part) => name.startsWith(part)));
  expect(idle).toEqual([]);
});
