import { expect, test } from "vitest";
import { LARGEST, SMALLEST, approached, centred, extentOf, fitted, kept, moved, shownAt, showing, zoomed } from "./camera";

const SIZE = { width: 800, height: 600 };

test("the whole board is shown, in the middle, and not larger than is comfortable", () => {
  const wide = fitted([-5, 0, 14, 3], SIZE);
  expect(shownAt(wide, [0, 300])[0]).toBeCloseTo(-540);
  expect(shownAt(wide, [800, 300])[0]).toBeCloseTo(1540);
  expect(shownAt(wide, [400, 300])).toEqual([500, 200].map((value) => expect.closeTo(value)));
  expect(fitted([0, 0, 0, 0], SIZE).scale).toBe(1.5);
});

test("cells that are too small come nearer, if they are close together", () => {
  const phone = { width: 390, height: 500 };
  const whole = fitted([-10, -10, 10, 10], phone);
  const near = approached(whole, [[3, 4]], phone);
  expect(near.scale).toBe(0.76);
  expect(shownAt(near, [195, 250])).toEqual([350, 450].map((value) => expect.closeTo(value)));
  expect(approached(whole, [[3, 4], [6, 4]], phone).scale).toBeCloseTo(390 / 600);
  expect(approached(whole, [[-10, -10], [10, 10]], phone)).toBe(whole);
  expect(approached(whole, [[-10, -8], [4, 8]], phone)).toBe(whole); // hardly nearer
  expect(approached(whole, [], phone)).toBe(whole);
  const large = fitted([-2, -2, 2, 2], SIZE);
  expect(approached(large, [[0, 0]], SIZE)).toBe(large);
});

test("the point under the finger stays where it is, at any zoom", () => {
  const before = { left: 13, top: -40, scale: 0.7 };
  for (const factor of [0.5, 1.3, 100, 0.0001]) {
    const after = zoomed(before, factor, [200, 150]);
    expect(shownAt(after, [200, 150])).toEqual(shownAt(before, [200, 150]).map((value) => expect.closeTo(value)));
    expect(after.scale).toBeGreaterThanOrEqual(SMALLEST);
    expect(after.scale).toBeLessThanOrEqual(LARGEST);
  }
});

test("the board cannot be lost", () => {
  const far = kept(moved({ left: 0, top: 0, scale: 1 }, 1e6, -1e6), [0, 0, 3, 3], SIZE);
  expect(far).toEqual({ left: 740, top: -340, scale: 1 });
});

test("a point that is seen moves nothing, another one as little as needed", () => {
  const camera = centred({ left: 0, top: 0, scale: 1 }, [0, 0], SIZE);
  expect(showing(camera, [10, 10], SIZE)).toEqual(camera);
  expect(showing(camera, [-500, 0], SIZE)).toEqual(moved(camera, 160, 0));
});

test("the extent of cells", () => {
  expect(extentOf([])).toEqual([0, 0, 0, 0]);
  expect(extentOf([[2, -1], [-3, 4]])).toEqual([-3, -1, 2, 4]);
});
