/** Short sounds, made on the spot. */

import { settings } from "./settings.svelte";

export type Sound = "move" | "capture" | "end" | "refused";

interface Tone {
  readonly from: number; // hertz
  readonly to: number;
  readonly seconds: number;
  readonly loudness: number;
  readonly after?: number;
}

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [{ from: 320, to: 180, seconds: 0.07, loudness: 0.22 }],
  capture: [
    { from: 420, to: 160, seconds: 0.08, loudness: 0.25 },
    { from: 260, to: 110, seconds: 0.1, loudness: 0.22, after: 0.05 },
  ],
  end: [
    { from: 392, to: 392, seconds: 0.16, loudness: 0.14 },
    { from: 523, to: 523, seconds: 0.28, loudness: 0.14, after: 0.15 },
  ],
  refused: [{ from: 140, to: 110, seconds: 0.12, loudness: 0.16 }],
};

let context: AudioContext | null = null;

/** Makes a sound, unless sounds are off or the browser does not allow them yet. */
export function sound(name: Sound): void {
  if (!settings.sounds || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  for (const tone of TONES[name]) play(context, tone);
}

function play(audio: AudioContext, tone: Tone): void {
  const begin = audio.currentTime + (tone.after ?? 0);
  const end = begin + tone.seconds;
  const pitch = audio.createOscillator();
  const volume = audio.createGain();
  pitch.type = "triangle";
  pitch.frequency.setValueAtTime(tone.from, begin);
  pitch.frequency.exponentialRampToValueAtTime(tone.to, end);
  volume.gain.setValueAtTime(tone.loudness, begin);
  volume.gain.exponentialRampToValueAtTime(0.001, end);
  pitch.connect(volume).connect(audio.destination);
  pitch.start(begin);
  pitch.stop(end);
}
