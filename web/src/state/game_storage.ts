/** Where the browser keeps its games: IndexedDB, or the local storage if there is none. */

import type { GeometryFields, Options, OutcomeFields } from "../api/types";
import { loadStored, store } from "./storage";

/** Who plays a side of a saved game. */
export interface SavedSeat {
  readonly side: string;
  readonly kind: "person" | "engine";
  readonly name: string;
  readonly level: string;
  /** The strength that an adaptive level reached by this game; null if it has not learned. */
  readonly strength: number | null;
}

/** What a game looked like when this browser last saw it. */
export interface SeenGame {
  readonly version: number;
  readonly game: string;
  readonly options: Options;
  readonly ply: number;
  readonly turn: number;
  readonly seats: readonly SavedSeat[];
  readonly outcome:
    (Pick<OutcomeFields, "sentence" | "payoffs"> & Partial<Pick<OutcomeFields, "reason">>) | null; // without a reason if an earlier version stored it
  readonly board: readonly string[];
  readonly drawing: string;
}

/** What the browser stores about a game. */
export interface SavedGame {
  readonly id: string;
  /** The secrets of the seats played in this browser, by player. */
  readonly secrets: Readonly<Record<number, string>>;
  /** The invitation links of the other people's seats, by player. */
  readonly invitations: Readonly<Record<number, string>>;
  /** The players who were invited and have joined; undefined in games of earlier versions. */
  readonly joined?: readonly number[];
  readonly title: string;
  /** The time of the last change, in milliseconds since 1970. */
  readonly at: number;
  /** Null until the game is opened here. */
  readonly seen: SeenGame | null;
  /** Whether the server no longer has it. */
  readonly gone: boolean;
}

/** A change of a saved game, which may not exist yet. */
export type GameChange = (before: SavedGame | undefined) => SavedGame;

/** A place that keeps games, and the boards of their pictures. */
export interface GameStorage {
  list(): Promise<readonly SavedGame[]>;
  read(id: string): Promise<SavedGame | undefined>;
  change(id: string, change: GameChange): Promise<void>;
  remove(id: string): Promise<void>;
  readBoard(key: string): Promise<GeometryFields | undefined>;
  saveBoard(key: string, board: GeometryFields): Promise<void>;
}

const DATABASE = "kibitz";
const VERSION = 1;
const GAMES = "games";
const BOARDS = "boards";

/** Games in IndexedDB, as many as there are. */
class IndexedGames implements GameStorage {
  readonly #database: IDBDatabase;

  constructor(database: IDBDatabase) {
    this.#database = database;
  }

  list(): Promise<readonly SavedGame[]> {
    return answerOf(this.#store(GAMES).getAll() as IDBRequest<SavedGame[]>);
  }

  read(id: string): Promise<SavedGame | undefined> {
    return answerOf(this.#store(GAMES).get(id) as IDBRequest<SavedGame | undefined>);
  }

  /** Other tabs cannot change the game in between. */
  change(id: string, change: GameChange): Promise<void> {
    const games = this.#store(GAMES, "readwrite");
    const before = games.get(id) as IDBRequest<SavedGame | undefined>;
    before.onsuccess = () => games.put(change(before.result));
    return endOf(games.transaction);
  }

  remove(id: string): Promise<void> {
    const games = this.#store(GAMES, "readwrite");
    games.delete(id);
    return endOf(games.transaction);
  }

  readBoard(key: string): Promise<GeometryFields | undefined> {
    return answerOf(this.#store(BOARDS).get(key) as IDBRequest<GeometryFields | undefined>);
  }

  saveBoard(key: string, board: GeometryFields): Promise<void> {
    const boards = this.#store(BOARDS, "readwrite");
    boards.put(board, key);
    return endOf(boards.transaction);
  }

  #store(name: string, mode: IDBTransactionMode = "readonly"): IDBObjectStore {
    return this.#database.transaction(name, mode).objectStore(name);
  }
}

const NAME = "games";
const LIMIT = 40; // games

/** The latest games in the local storage, without boards. */
class LocalGames implements GameStorage {
  list(): Promise<readonly SavedGame[]> {
    return Promise.resolve(Object.values(this.#load()));
  }

  read(id: string): Promise<SavedGame | undefined> {
    return Promise.resolve(this.#load()[id]);
  }

  change(id: string, change: GameChange): Promise<void> {
    const all = this.#load();
    const games = Object.values({ ...all, [id]: change(all[id]) });
    const latest = games.sort((one, other) => other.at - one.at).slice(0, LIMIT);
    store(NAME, Object.fromEntries(latest.map((game) => [game.id, game])));
    return Promise.resolve();
  }

  remove(id: string): Promise<void> {
    const others = Object.entries(this.#load()).filter(([other]) => other !== id);
    store(NAME, Object.fromEntries(others));
    return Promise.resolve();
  }

  readBoard(): Promise<undefined> {
    return Promise.resolve(undefined);
  }

  saveBoard(): Promise<void> {
    return Promise.resolve();
  }

  #load(): Record<string, SavedGame> {
    return loadStored<Record<string, SavedGame>>(NAME, {});
  }
}

/** The place where this browser keeps its games. */
export async function openStorage(): Promise<GameStorage> {
  try {
    const request = indexedDB.open(DATABASE, VERSION);
    request.onupgradeneeded = () => {
      request.result.createObjectStore(GAMES, { keyPath: "id" });
      request.result.createObjectStore(BOARDS);
    };
    return new IndexedGames(await answerOf(request));
  } catch {
    return new LocalGames(); // there is no IndexedDB, or the browser forbids it
  }
}

function answerOf<Answer>(request: IDBRequest<Answer>): Promise<Answer> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error("The request failed."));
  });
}

function endOf(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(transaction.error ?? new Error("The change failed."));
    transaction.oncomplete = () => resolve();
    transaction.onerror = fail;
    transaction.onabort = fail;
  });
}
