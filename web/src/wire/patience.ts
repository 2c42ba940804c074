// Asking again as long as the server does not answer: it is being restarted, or the network is away for a moment.

import { Problem } from "./http";

const WAITS = [500, 1000, 2000, 4000]; // milliseconds before the next attempts
const PASSING = ["offline", "storage", "502", "503", "504"]; // codes of problems that pass by themselves

/**
 * The answer, however long it takes. `waits` hears that the server is away, and says whether anybody still waits.
 * What the server refuses is thrown at once.
 */
export async function patiently<T>(ask: () => Promise<T>, waits: () => boolean): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof Problem) || !PASSING.includes(error.code) || !waits()) throw error;
      await pause(WAITS[Math.min(attempt, WAITS.length - 1)]!);
    }
  }
}

/** So long, or until the browser says that the network is back. */
function pause(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
  });
}
