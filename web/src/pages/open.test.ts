import { expect, test, vi } from "vitest";

vi.mock("../shared/route.svelte", () => ({ go: vi.fn() }));
vi.mock("../shared/me.svelte", () => ({ knownByName: vi.fn() }));
vi.mock("../wire/catalog.svelte", () => ({ makeTable: vi.fn() }));
vi.mock("../wire/once", () => ({ doAt: vi.fn(), sit: (seat: string) => ({ do: "sit", seat, contribution: "00" }) }));

const ID = "0123456789abcdef01234567";

test("a table is found in a link, a path and a code", async () => {
  const { tableIn } = await import("./open");
  for (const text of [ID, `/t/${ID}`, `https://example.org/t/${ID}`, ` http://10.0.0.3:8400/t/${ID}/?lang=nl `]) {
    expect(tableIn(text)).toBe(ID);
  }
  for (const text of ["", "abc", `${ID}0`, `https://example.org/me/${ID}`]) expect(tableIn(text)).toBeNull();
});

test("play now makes a table, sits down, begins and goes there, in this order", async () => {
  const { makeTable } = await import("../wire/catalog.svelte");
  const { doAt } = await import("../wire/once");
  const { go } = await import("../shared/route.svelte");
  const { playNow } = await import("./open");
  vi.mocked(makeTable).mockResolvedValue({ table: ID });
  await playNow();
  expect(vi.mocked(makeTable).mock.calls[0]![0]).toMatchObject({ bots: { blue: "friendly" } });
  expect(doAt).toHaveBeenCalledWith(ID, [{ do: "sit", seat: "red", contribution: "00" }, { do: "start" }]);
  expect(go).toHaveBeenCalledWith(`/t/${ID}`);
});
