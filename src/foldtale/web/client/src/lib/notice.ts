/** Tells a reader who looks elsewhere that it is their turn: by the title, a soft sound, and a notice of the system. */

import { settings } from "./settings.svelte";

let plainTitle = "";
let audio: AudioContext | null = null;

/** Browsers allow for sound only after somebody has touched the page. */
function wakeSound(): void {
  removeEventListener("pointerdown", wakeSound);
  removeEventListener("keydown", wakeSound);
  try {
    audio = new AudioContext();
  } catch {
    audio = null;
  }
}
addEventListener("pointerdown", wakeSound);
addEventListener("keydown", wakeSound);

function restoreTitle(): void {
  if (plainTitle) document.title = plainTitle;
  plainTitle = "";
}
addEventListener("focus", restoreTitle);

/** Two soft notes, as of a small bell. */
export async function chime(): Promise<void> {
  if (!audio) return;
  try {
    await audio.resume();
    [523.25, 783.99].forEach((pitch, at) => ring(audio!, pitch, audio!.currentTime + at * 0.18));
  } catch {
    // Without sound the title still says it.
  }
}

function ring(on: AudioContext, pitch: number, start: number): void {
  const tone = on.createOscillator();
  const loudness = on.createGain();
  tone.type = "sine";
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0, start);
  loudness.gain.linearRampToValueAtTime(0.12, start + 0.02);
  loudness.gain.exponentialRampToValueAtTime(0.0005, start + 0.7);
  tone.connect(loudness).connect(on.destination);
  tone.start(start);
  tone.stop(start + 0.75);
}

export function notify(title: string, body: string): void {
  if (!document.hasFocus()) {
    plainTitle ||= document.title;
    document.title = `● ${title} – ${plainTitle}`;
  }
  if (settings.sound) void chime();
  if (settings.notify && document.hidden && canNotify() && Notification.permission === "granted") {
    try {
      const notice = new Notification(title, { body, tag: "foldtale-turn", icon: "/icon.svg" });
      notice.onclick = () => {
        window.focus();
        notice.close();
      };
    } catch {
      // Some browsers have the word but not the thing.
    }
  }
}

export const canNotify = () => "Notification" in window;

/** Ask the reader for notices of the system; whether they may be shown. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify()) return false;
  return (await Notification.requestPermission()) === "granted";
}
