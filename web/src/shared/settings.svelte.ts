// What somebody has chosen for this browser: colours, motion, sound. Kept here, told to nobody.

export const THEMES = ["system", "light", "dark", "contrast"] as const;
export const MOTIONS = ["system", "on", "off"] as const;
export type Theme = (typeof THEMES)[number];
export type Motion = (typeof MOTIONS)[number];

const KEPT = "aude.settings";

interface Settings {
  theme: Theme;
  motion: Motion;
  sound: boolean;
  notes: boolean; // notifications: the browser has to allow them too
}

function kept(): Settings {
  let found: Partial<Settings> = {};
  try {
    found = JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Partial<Settings>;
  } catch {
    // somebody else's text, or none at all: the usual settings
  }
  return {
    theme: THEMES.find((theme) => theme === found.theme) ?? "system",
    motion: MOTIONS.find((motion) => motion === found.motion) ?? "system",
    sound: found.sound !== false,
    notes: found.notes === true,
  };
}

export const settings = $state(kept());

const dark = matchMedia("(prefers-color-scheme: dark)");
const contrast = matchMedia("(prefers-contrast: more)");
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** What the page looks like now, whoever has decided it: the person or the system. */
export const look = $state({ theme: "light" as Exclude<Theme, "system">, moves: true });

/** Let what was chosen, or what the system prefers, be seen. */
export function apply(): void {
  look.theme =
    settings.theme !== "system" ? settings.theme : contrast.matches ? "contrast" : dark.matches ? "dark" : "light";
  look.moves = settings.motion === "system" ? !still.matches : settings.motion === "on";
  document.documentElement.dataset["theme"] = look.theme;
  document.documentElement.dataset["motion"] = look.moves ? "on" : "off";
}

export const canNotify = typeof Notification !== "undefined";

/** Want notifications, or not. The browser is asked only here, when somebody has pressed for it. */
export async function notify(wanted: boolean): Promise<void> {
  const allowed = wanted && canNotify && (await Notification.requestPermission()) === "granted";
  choose({ notes: allowed });
}

/** Choose, and keep it for the next time. */
export function choose(change: Partial<Settings>): void {
  Object.assign(settings, change);
  localStorage.setItem(KEPT, JSON.stringify(settings));
  apply();
}

for (const query of [dark, contrast, still]) query.addEventListener("change", apply);
apply();
