// "It is your turn": in the title, by a sound and by a notification if the page is not being looked at.

import { entitle } from "../shared/route.svelte";
import { canNotify, settings } from "../shared/settings.svelte";
import { word } from "../words/words.svelte";
import type { Session } from "./session.svelte";

let told = -1;

export function announce(session: Session): void {
  const asked = session.asked !== null && session.about?.state === "running";
  const game = session.game || word("table.title");
  const title = asked ? word("table.title_your_turn", { game }) : game;
  entitle(title);
  if (!asked || session.position === told) return;
  const begins = session.moves.at(-1)?.seat === "chance" || !session.own.includes(session.moves.at(-1)?.seat ?? "");
  told = session.position;
  if (!begins || (!document.hidden && document.hasFocus())) return;
  if (settings.sound) ring();
  if (settings.notes && canNotify && Notification.permission === "granted") note(session, title);
}

/** A notification that leads back to the table. */
function note(session: Session, title: string): void {
  try {
    const shown = new Notification(title, { body: session.question?.text ?? "", tag: session.table });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // some phones have the class, but cannot make notifications
  }
}

/** Two soft notes; no file is needed for them. Browsers allow only a few contexts at a time. */
function ring(): void {
  const context = new AudioContext();
  for (const [at, pitch] of [[0, 523], [0.18, 659]] as const) {
    const note = context.createOscillator();
    const volume = context.createGain();
    note.frequency.value = pitch;
    volume.gain.setValueAtTime(0.12, context.currentTime + at);
    volume.gain.exponentialRampToValueAtTime(0.001, context.currentTime + at + 0.5);
    note.connect(volume).connect(context.destination);
    note.onended = () => at && void context.close();
    note.start(context.currentTime + at);
    note.stop(context.currentTime + at + 0.5);
  }
}
