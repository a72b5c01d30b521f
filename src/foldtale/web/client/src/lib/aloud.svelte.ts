/** Reads aloud by the browser's own voice. */

import { language } from "./settings.svelte";

const LONGEST = 180;
const PATIENCE = 4000;

const synth: SpeechSynthesis | undefined = "speechSynthesis" in window ? window.speechSynthesis : undefined;

export const aloud = $state({ canSpeak: Boolean(synth), isSpeaking: false });

let reading = 0;
/** Kept while they are spoken: some browsers forget to say when one has ended otherwise. */
let spoken: SpeechSynthesisUtterance[] = [];

/** Long texts stop some voices in the middle: sentences are spoken one by one, long ones in pieces. */
export function piecesOf(paragraphs: string[]): string[] {
  const sentences = paragraphs.flatMap((text) => text.match(/\S.*?(?:[.!?…]["”’)]*(?=\s|$)|$)/gs) ?? []);
  return sentences.flatMap((sentence) => {
    const pieces = [""];
    for (const word of sentence.trim().split(/\s+/)) {
      const longer = `${pieces[pieces.length - 1]} ${word}`.trim();
      if (longer.length > LONGEST) pieces.push(word);
      else pieces[pieces.length - 1] = longer;
    }
    return pieces.filter(Boolean);
  });
}

const USUAL: Record<string, string> = { en: "en-GB", it: "it-IT" };

function voiceFor(lang: string): SpeechSynthesisVoice | null {
  const tag = (voice: SpeechSynthesisVoice) => voice.lang.replace("_", "-");
  const voices = (synth?.getVoices() ?? []).filter((voice) => tag(voice).toLowerCase().split("-")[0] === lang);
  const liking = (voice: SpeechSynthesisVoice) => (tag(voice) === USUAL[lang] ? 2 : 0) + (voice.localService ? 1 : 0);
  return voices.sort((one, other) => liking(other) - liking(one))[0] ?? null;
}

/** Speaks in the language that is read here, or in that of the words, where they are in another. */
export function speak(paragraphs: string[], lang: string = language): void {
  stop();
  const pieces = piecesOf(paragraphs);
  if (!synth || !pieces.length) return;
  const mine = ++reading;
  const over = () => {
    if (mine === reading) stop();
  };
  let hasBegun = false;
  const voice = voiceFor(lang);
  spoken = pieces.map((piece) => {
    const said = new SpeechSynthesisUtterance(piece);
    said.lang = voice?.lang ?? USUAL[lang] ?? lang;
    said.voice = voice;
    said.rate = 0.95;
    said.onstart = () => (hasBegun = true);
    said.onerror = over;
    return said;
  });
  spoken[spoken.length - 1]!.onend = over;
  aloud.isSpeaking = true;
  for (const said of spoken) synth.speak(said);
  setTimeout(() => {
    if (mine !== reading || hasBegun) return;
    aloud.canSpeak = false;
    stop();
  }, PATIENCE);
}

export function stop(): void {
  reading++;
  spoken = [];
  synth?.cancel();
  aloud.isSpeaking = false;
}

addEventListener("hashchange", stop);
addEventListener("popstate", stop);
addEventListener("pagehide", stop);
