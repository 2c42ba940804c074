// A page with nothing but a board, on which tools/bench_board.py measures and takes pictures.

import { mount } from "svelte";
import BoardView from "../src/board/Board.svelte";
import type { Kit } from "../src/board/kit";
import "../src/style.css";
import type { Board } from "../src/wire/types";

const json = async <T>(file: string): Promise<T> => (await (await fetch(file)).json()) as T;
const [kit, board, more] = await Promise.all([json<Kit>("kit.json"), json<Board>("board.json"), json<object>("props.json")]);
const props = $state({ kit, board, ...more });
const begun = performance.now();
const view = mount(BoardView, { target: document.getElementById("app")!, props });
requestAnimationFrame(() => requestAnimationFrame(() => Object.assign(window, { drawn: performance.now() - begun })));
Object.assign(window, { view, change: (changed: object) => Object.assign(props, changed) });
