/** The analyses of this browser, in IndexedDB: the variations and comments of each start. */

import type { AnalysisPlace } from "./analysis_address";
import { EMPTY_TREE } from "./analysis_tree";
import type { AnalysisTree } from "./analysis_tree";

const DATABASE = "kibitz-analyses";
const VERSION = 1;
const TREES = "trees";

let opened: Promise<IDBDatabase | null> | null = null;

/** The database; null if the browser has none, or forbids it. */
const database = (): Promise<IDBDatabase | null> => (opened ??= open());

async function open(): Promise<IDBDatabase | null> {
  try {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => request.result.createObjectStore(TREES);
    return await answerOf(request);
  } catch {
    return null; // the analysis is lost when the page is closed
  }
}

/** The variations that are stored for a start. */
export async function loadTree(place: AnalysisPlace): Promise<AnalysisTree> {
  const trees = (await database())?.transaction(TREES).objectStore(TREES);
  const request = trees?.get(keyOf(place)) as IDBRequest<AnalysisTree | undefined> | undefined;
  return request === undefined ? EMPTY_TREE : ((await answerOf(request)) ?? EMPTY_TREE);
}

/** Stores the variations of a start. */
export async function saveTree(place: AnalysisPlace, tree: AnalysisTree): Promise<void> {
  const trees = (await database())?.transaction(TREES, "readwrite").objectStore(TREES);
  if (trees !== undefined) await answerOf(trees.put(tree, keyOf(place)));
}

/** Identifies a start: the game with its options, and the position or the session. */
const keyOf = ({ game, options, position, session }: AnalysisPlace): string =>
  session === null
    ? JSON.stringify([game, Object.entries(options).sort(), position])
    : JSON.stringify([session]);

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The request failed."));
  });
}
