/** Short sound effects, synthesised in the browser. */

import { settings } from "./settings.svelte";

export type Sound = "move" | "capture" | "turn" | "join" | "end" | "error";

interface Tone {
  readonly from: number; // hertz
  readonly to: number;
  readonly seconds: number;
  readonly loudness: number;
  readonly delay?: number; // seconds
}

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [{ from: 320, to: 180, seconds: 0.07, loudness: 0.22 }],
  capture: [
    { from: 420, to: 160, seconds: 0.08, loudness: 0.25 },
    { from: 260, to: 110, seconds: 0.1, loudness: 0.22, delay: 0.05 },
  ],
  turn: [
    { from: 320, to: 180, seconds: 0.07, loudness: 0.22 },
    { from: 660, to: 660, seconds: 0.14, loudness: 0.14, delay: 0.12 },
  ],
  join: [
    { from: 440, to: 440, seconds: 0.1, loudness: 0.12 },
    { from: 587, to: 587, seconds: 0.16, loudness: 0.12, delay: 0.1 },
  ],
  end: [
    { from: 392, to: 392, seconds: 0.16, loudness: 0.14 },
    { from: 523, to: 523, seconds: 0.28, loudness: 0.14, delay: 0.15 },
  ],
  error: [{ from: 140, to: 110, seconds: 0.12, loudness: 0.16 }],
};

let context: AudioContext | null = null;

/** Plays a sound, unless sounds are off or the browser does not allow them yet. */
export function playSound(name: Sound): void {
  if (!settings.sounds) return;
  // Older browsers do not say whether the user has touched the page.
  if ("userActivation" in navigator && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  for (const tone of TONES[name]) playTone(context, tone);
}

function playTone(audio: AudioContext, tone: Tone): void {
  const start = audio.currentTime + (tone.delay ?? 0);
  const end = start + tone.seconds;
  const pitch = audio.createOscillator();
  const volume = audio.createGain();
  pitch.type = "triangle";
  pitch.frequency.setValueAtTime(tone.from, start);
  pitch.frequency.exponentialRampToValueAtTime(tone.to, end);
  volume.gain.setValueAtTime(tone.loudness, start);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  pitch.connect(volume).connect(audio.destination);
  pitch.start(start);
  pitch.stop(end);
}
