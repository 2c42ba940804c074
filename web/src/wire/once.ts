// Doing a few things at a table without staying there: sitting down and beginning, before its page is opened.

import { noteCommitment, noteContribution } from "../shared/noted";
import { randomHex } from "../shared/random";
import { language } from "../words/words.svelte";
import { Problem } from "./http";
import type { AnyCommand, FromServer } from "./types";

const PATIENCE = 15_000; // milliseconds

/** Carry out commands one after the other. Raises a `Problem` if one is refused; those before it have happened. */
export function doAt(table: string, commands: AnyCommand[]): Promise<void> {
  const address = new URL(`/api/tables/${table}/socket?lang=${language.code}`, location.href);
  address.protocol = address.protocol.replace("http", "ws");
  return new Promise((done, fail) => {
    const socket = new WebSocket(address);
    const left = [...commands];
    const failed = (code: string, text: string, rule = "") => {
      clearTimeout(timer);
      socket.close();
      fail(new Problem(code, text, rule));
    };
    const timer = setTimeout(() => failed("offline", ""), PATIENCE);
    const next = () => {
      const command = left.shift();
      if (command?.do === "sit") noteContribution(table, command.seat, command.contribution);
      if (command) return socket.send(JSON.stringify({ type: "do", key: randomHex(8), command }));
      clearTimeout(timer);
      socket.close();
      done();
    };
    socket.onclose = (event) => failed("offline", event.reason);
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data as string) as FromServer;
      // The first message tells the table with the commitment of its shuffle: only then do we add bytes of our own.
      if (message.type === "table") noteCommitment(table, message.about.shuffle.commitment);
      if (message.type === "table" || message.type === "done") next();
      else if (message.type === "refused") failed(message.code, message.text, message.rule);
      else if (message.type === "closing") failed(message.code, message.text);
    };
  });
}

/** Sit down in a seat, with bytes of our own for the shuffle. */
export const sit = (seat: string): AnyCommand => ({ do: "sit", seat, contribution: randomHex(16) });
