import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Problem } from "./http";
import { patiently } from "./patience";

vi.mock("../words/words.svelte", () => ({ language: { code: "en" } })); // which asks the browser

describe("asking again", () => {
  beforeEach(() => {
    vi.useFakeTimers();
    const network = new EventTarget();
    vi.stubGlobal("addEventListener", network.addEventListener.bind(network));
    vi.stubGlobal("removeEventListener", network.removeEventListener.bind(network));
    vi.stubGlobal("dispatchEvent", network.dispatchEvent.bind(network));
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  const failing = (times: number, code: string) => {
    let left = times;
    return vi.fn(async () => {
      if (left-- > 0) throw new Problem(code, "");
      return "there";
    });
  };

  it("goes on until the server answers", async () => {
    const ask = failing(3, "offline");
    const found = patiently(ask, () => true);
    await vi.advanceTimersByTimeAsync(500 + 1000 + 2000);
    expect(await found).toBe("there");
    expect(ask).toHaveBeenCalledTimes(4);
  });

  it("asks at once when the network is back", async () => {
    const ask = failing(1, "offline");
    const found = patiently(ask, () => true);
    await vi.advanceTimersByTimeAsync(0);
    dispatchEvent(new Event("online"));
    expect(await found).toBe("there");
  });

  it("takes a refusal as an answer", async () => {
    await expect(patiently(failing(1, "no_table"), () => true)).rejects.toMatchObject({ code: "no_table" });
  });

  it("stops when nobody waits any more", async () => {
    const ask = failing(9, "offline");
    await expect(patiently(ask, () => false)).rejects.toMatchObject({ code: "offline" });
    expect(ask).toHaveBeenCalledTimes(1);
  });
});
