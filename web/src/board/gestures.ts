// Moving and zooming by mouse, wheel, touch and pen, as changes of the camera.

import type { Point } from "./kit";

export interface Gestures {
  move: (dx: number, dy: number) => void;
  zoom: (factor: number, at: Point) => void;
  grab: (event: PointerEvent) => boolean; // whether what is pressed is carried: then this is no gesture of the board
  tap: (event: PointerEvent) => void;
}

const SLOP = 6; // pixels that a finger or mouse may move before it is a drag
const BURST = 250; // milliseconds between turns of a wheel that belong together

/** Let an element be dragged, pinched and wheeled. Returns a function that ends this. */
export function gestures(element: HTMLElement, told: Gestures): () => void {
  const fingers = new Map<number, Point>();
  let dragging = false;
  let grabbed: number | null = null; // a carried piece is no gesture, but may turn out to be a tap
  let start: Point = [0, 0];
  let wheel = { last: 0, pans: false };

  const here = (event: { clientX: number; clientY: number }): Point => {
    const box = element.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const spread = (): { at: Point; far: number } => {
    const [one, other] = [...fingers.values()] as [Point, Point];
    return { at: [(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], far: Math.hypot(one[0] - other[0], one[1] - other[1]) };
  };

  function down(event: PointerEvent): void {
    if (event.button > 1 || fingers.size > 1) return;
    if (!fingers.size && told.grab(event)) {
      [grabbed, start] = [event.pointerId, here(event)];
      return;
    }
    fingers.set(event.pointerId, here(event));
    if (fingers.size === 1) start = here(event);
    dragging = fingers.size === 2;
  }
  function move(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = here(event);
    if (!dragging) {
      if (Math.hypot(now[0] - start[0], now[1] - start[1]) < SLOP) return;
      dragging = true;
    }
    element.setPointerCapture(event.pointerId);
    if (fingers.size === 1) {
      fingers.set(event.pointerId, now);
      told.move(now[0] - before[0], now[1] - before[1]);
      return;
    }
    const was = spread();
    fingers.set(event.pointerId, now);
    const is = spread();
    told.move(is.at[0] - was.at[0], is.at[1] - was.at[1]);
    if (was.far > 1) told.zoom(is.far / was.far, is.at);
  }
  function up(event: PointerEvent): void {
    if (event.pointerId === grabbed) {
      grabbed = null;
      const [x, y] = here(event);
      if (Math.hypot(x - start[0], y - start[1]) < SLOP && event.type === "pointerup") told.tap(event);
    }
    if (!fingers.delete(event.pointerId)) return;
    if (dragging && fingers.size === 0) {
      const silence = (click: Event): void => click.stopPropagation(); // the click that follows a drag chooses nothing
      addEventListener("click", silence, { capture: true });
      setTimeout(() => removeEventListener("click", silence, true), 0);
    } else if (!dragging && event.type === "pointerup") told.tap(event);
    if (fingers.size === 0) dragging = false;
  }
  function turn(event: WheelEvent): void {
    event.preventDefault();
    const isNew = event.timeStamp - wheel.last > BURST;
    if (isNew) {
      // A wheel turns in steps and in one direction; two fingers on a pad move by pixels, in any.
      const isFine = event.deltaMode === 0 && (event.deltaX !== 0 || Math.abs(event.deltaY) < 40);
      wheel.pans = isFine && !event.ctrlKey;
    }
    wheel.last = event.timeStamp;
    const lines = event.deltaMode === 1 ? 16 : 1;
    if (wheel.pans) told.move(-event.deltaX * lines, -event.deltaY * lines);
    else told.zoom(Math.exp(-event.deltaY * lines * (event.ctrlKey ? 0.01 : 0.0018)), here(event));
  }

  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up } as const;
  for (const [name, listener] of Object.entries(listeners)) element.addEventListener(name, listener as EventListener);
  element.addEventListener("wheel", turn, { passive: false });
  return () => {
    for (const [name, listener] of Object.entries(listeners)) element.removeEventListener(name, listener as EventListener);
    element.removeEventListener("wheel", turn);
  };
}
