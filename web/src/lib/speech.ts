/** The browser's voice. */
import type { Lang } from "./engine";

export function canSpeak(): boolean {
  return "speechSynthesis" in window;
}

/** Say something, and only that: what was being said is cut off. */
export function speak(text: string, lang: Lang): void {
  if (!canSpeak()) return;
  hush();
  const said = new SpeechSynthesisUtterance(text);
  said.lang = lang === "en" ? "en-GB" : lang;
  said.voice = speechSynthesis.getVoices().find((one) => one.lang.startsWith(lang)) ?? null;
  speechSynthesis.speak(said);
}

export function hush(): void {
  if (canSpeak()) speechSynthesis.cancel();
}
