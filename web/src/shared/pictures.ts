// Pictures that the server draws.

import type { SeatName } from "../wire/types";
import { language } from "../words/words.svelte";
import { look } from "./settings.svelte";

const wish = () => `lang=${language.code}${look.theme === "dark" ? "&night=1" : ""}`;

/** The address of a tile's picture, by day or by night. */
export const tilePicture = (tile: string) => `/api/pictures/tile/${tile}.svg?${wish()}`;

/** The address of the figure of a seat. */
export const meeplePicture = (colour: SeatName) => `/api/pictures/seat/${colour}.svg?${wish()}`;

/** The address of a board to look at. */
export const landscape = () => `/api/pictures/landscape.svg?${wish()}`;

/** The address of the board of a worked example after so many of its turns. */
export const examplePicture = (id: string, turns: number) => `/api/examples/${id}/${turns}.svg?${wish()}`;
