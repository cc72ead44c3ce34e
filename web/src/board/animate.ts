/** Animations: pieces glide, appear and fade. Each element is already in its final place. */

import type { Point } from "./geometry";

const GLIDE = 180; // milliseconds
const FADE = 140;
const MAX_ANIMATED = 8; // more changes mean another position, not a move

let slowness = 1;

/** Makes animations take this many times as long as usual. */
export function slowDown(factor: number): void {
  slowness = factor;
}

const running = new WeakMap<SVGElement, Animation>();

/** Whether the user's system asks for less motion. */
export const prefersReducedMotion = (): boolean =>
  typeof matchMedia === "function" && matchMedia("(prefers-reduced-motion: reduce)").matches;

/** Whether few enough pieces change for an animation to make sense. */
export const isFewEnough = (count: number): boolean => count <= MAX_ANIMATED;

/** Moves an element from one point to another. */
export function glide(element: SVGElement, from: Point, to: Point): void {
  play(element, [{ transform: shift(from) }, { transform: shift(to) }], GLIDE, "ease-in-out");
}

/** Fades an element in. */
export function fadeIn(element: SVGElement): void {
  play(element, [{ opacity: 0 }, { opacity: 1 }], FADE, "ease-out");
}

/** Fades an element out and removes it. */
export function fadeOut(element: SVGElement): void {
  const animation = play(element, [{ opacity: 1 }, { opacity: 0 }], FADE, "ease-in");
  if (animation === null) element.remove();
  else animation.onfinish = animation.oncancel = () => element.remove();
}

/** Starts an animation in place of the previous one; null if the browser has no animations. */
function play(
  element: SVGElement,
  frames: Keyframe[],
  duration: number,
  easing: string,
): Animation | null {
  if (typeof element.animate !== "function") return null;
  running.get(element)?.cancel();
  const animation = element.animate(frames, { duration: duration * slowness, easing });
  running.set(element, animation);
  return animation;
}

const shift = ({ x, y }: Point): string => `translate(${x}px, ${y}px)`;
