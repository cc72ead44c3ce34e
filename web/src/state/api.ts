/** The API as the page uses it: problems show up in the connection banner. */

import { createApi } from "../api";
import { connectionStatus } from "./connection.svelte";

export const api = createApi(connectionStatus);
