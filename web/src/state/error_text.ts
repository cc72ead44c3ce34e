/** The texts of errors: requests that the server rejected. */

import type { ApiError } from "../api";
import { sayMessage } from "../strings";

/** The sentence of an error; `game` is the name of the game that it is about. */
export const errorText = ({ code, params, message }: ApiError, game = ""): string =>
  sayMessage({ code, params, text: message }, game);
