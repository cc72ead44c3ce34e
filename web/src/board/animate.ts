/** Motion: pieces that glide, appear and fade. Every element already stands where it will rest. */

import type { Point } from "./geometry";

const GLIDE = 180; // milliseconds
const FADE = 140;
const MOST_GLIDES = 8; // more than that is another position, not a move

const running = new WeakMap<SVGElement, Animation>();

/** Whether the person has asked their system for less motion. */
export const prefersStillness = (): boolean =>
  typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether so many pieces are worth following with the eyes. */
export const isFollowable = (count: number): boolean => count <= MOST_GLIDES;

/** Glides from one place to another. */
export function glide(element: SVGElement, from: Point, to: Point): void {
  play(element, [{ transform: shift(from) }, { transform: shift(to) }], GLIDE, "ease-in-out");
}

/** Appears. */
export function appear(element: SVGElement): void {
  play(element, [{ opacity: 0 }, { opacity: 1 }], FADE, "ease-out");
}

/** Fades, and is removed. */
export function vanish(element: SVGElement): void {
  const animation = play(element, [{ opacity: 1 }, { opacity: 0 }], FADE, "ease-in");
  if (animation === null) element.remove();
  else animation.onfinish = animation.oncancel = () => element.remove();
}

/** The animation, in place of the one before; null where the browser has none. */
function play(
  element: SVGElement,
  frames: Keyframe[],
  duration: number,
  easing: string,
): Animation | null {
  if (typeof element.animate !== "function") return null;
  running.get(element)?.cancel();
  const animation = element.animate(frames, { duration, easing });
  running.set(element, animation);
  return animation;
}

const shift = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;
