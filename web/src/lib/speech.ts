/** The browser's speech output. */
import type { Lang } from "./engine";

export function canSpeak(): boolean {
  return "speechSynthesis" in window;
}

/** Read a text aloud, and stop any other speech. */
export function speak(text: string, lang: Lang): void {
  if (!canSpeak()) return;
  stopSpeaking();
  const utterance = new SpeechSynthesisUtterance(text);
  utterance.lang = lang === "en" ? "en-GB" : lang;
  utterance.voice = speechSynthesis.getVoices().find((voice) => voice.lang.startsWith(lang)) ?? null;
  speechSynthesis.speak(utterance);
}

export function stopSpeaking(): void {
  if (canSpeak()) speechSynthesis.cancel();
}
