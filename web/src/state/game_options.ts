/** The options of a game that a person may change. */

import type { GameDocument, OptionFields, Options } from "../api/types";
import { api } from "./api";

const SHOWN = 3; // options that are always visible

/** Whether an option has more than one value beside the other settings of its game. */
export function hasChoice({ available }: OptionFields): boolean {
  const { choices, least, most } = available;
  if (choices != null) return choices.length > 1;
  return least != null && most != null && least < most;
}

/** The options to choose from: those that are always visible, and the folded ones. */
export function optionsOf(game: Pick<GameDocument, "options">): {
  readonly shown: readonly OptionFields[];
  readonly folded: readonly OptionFields[];
} {
  const open = game.options.filter(hasChoice);
  const shown = open.filter(({ advanced }) => advanced !== true).slice(0, SHOWN);
  return { shown, folded: open.filter((option) => !shown.includes(option)) };
}

/**
 * The options without those that do not exist beside the changed one, such as another variant's.
 *
 * Throws ApiError if the changed option cannot have its value at all.
 */
export async function settleOptions(
  name: string,
  options: Options,
  changed: string,
): Promise<Options> {
  const value = options[changed];
  const own: Options = value === undefined ? {} : { [changed]: value };
  const game = await api.readGame(name, own);
  const kept = Object.entries(options).filter(([option, other]) =>
    game.options.some((one) => one.name === option && isAvailable(one, other)),
  );
  return { ...Object.fromEntries(kept), ...own };
}

function isAvailable({ available }: OptionFields, value: number | string): boolean {
  const { choices, least, most } = available;
  if (choices != null) return choices.includes(value);
  return typeof value === "number" && value >= (least ?? value) && value <= (most ?? value);
}
