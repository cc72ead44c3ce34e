/** The players' clocks, which keep running between two responses of the server. */

import type { SessionDocument } from "../api/types";

/** The seconds that a player has left at `now` (seconds since 1970); null without a clock. */
export function secondsLeft(session: SessionDocument, player: number, now: number): number | null {
  const { clock } = session;
  const left = clock?.left[player];
  if (clock === null || left === undefined) return null;
  const isRunning = clock.running && session.turn === player && session.outcome === null;
  return Math.max(0, isRunning ? left - Math.max(0, now - clock.as_of) : left);
}

/** Formats a time as minutes and seconds, with tenths below 10 seconds. */
export function formatTime(seconds: number): string {
  if (seconds < 10) return `0:0${(Math.floor(seconds * 10) / 10).toFixed(1)}`;
  const whole = Math.floor(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? part : String(part).padStart(2, "0"))).join(":");
}
