/** The games this browser knows: the secrets of its seats, links for others, and what it saw. */

import type { CreatedSession, GeometryFields, Options, SessionDocument } from "../api/types";
import { openStorage } from "./game_storage";
import type { GameStorage, SavedGame, SeenGame } from "./game_storage";
import { loadStored, removeStored } from "./storage";

export type { SavedGame, SavedSeat, SeenGame } from "./game_storage";

const EMPTY: SavedGame = {
  id: "",
  secrets: {},
  invitations: {},
  title: "",
  at: 0,
  seen: null,
  gone: false,
};
const EARLIER = "seats"; // where the latest 40 games were, in the local storage

let opened: Promise<GameStorage> | null = null;

const games = (): Promise<GameStorage> => (opened ??= openGames());

async function openGames(): Promise<GameStorage> {
  const storage = await openStorage();
  const earlier = Object.entries(loadStored<Record<string, Partial<SavedGame>>>(EARLIER, {}));
  for (const [id, game] of earlier) {
    await storage.change(id, (before) => before ?? { ...EMPTY, ...game, id });
  }
  if (earlier.length > 0) removeStored(EARLIER);
  return storage;
}

/** A game of which nothing is stored. */
export const unknownGame = (id: string): SavedGame => ({ ...EMPTY, id });

/** What is stored about a game. */
export const loadGame = async (id: string): Promise<SavedGame> =>
  (await (await games()).read(id)) ?? unknownGame(id);

/** All stored games, latest first. */
export const listGames = async (): Promise<readonly SavedGame[]> =>
  [...(await (await games()).list())].sort((one, other) => other.at - one.at);

/** Updates what is stored about a game. */
export async function saveGame(id: string, changes: Partial<SavedGame>): Promise<void> {
  await (await games()).change(id, (before) => ({ ...unknownGame(id), ...before, ...changes, id }));
}

/** Adds a seat of this browser to a game. */
export async function saveSeat(id: string, player: number, secret: string): Promise<void> {
  await (
    await games()
  ).change(id, (before = unknownGame(id)) => ({
    ...before,
    secrets: { ...before.secrets, [player]: secret },
    at: Date.now(),
  }));
}

/** Adds a game from another device; what this browser knows about it stays. */
export async function addGame({
  id,
  title,
  at,
  secrets,
}: Pick<SavedGame, "id" | "title" | "at" | "secrets">): Promise<void> {
  await (
    await games()
  ).change(id, (before = unknownGame(id)) => ({
    ...before,
    title,
    at: Math.max(at, before.at),
    secrets: { ...before.secrets, ...secrets },
  }));
}

/** Saves what a game looks like; its date changes only if the game did. */
export async function saveSeen(session: SessionDocument): Promise<void> {
  const seen = seenOf(session);
  await (
    await games()
  ).change(session.id, (before = unknownGame(session.id)) => {
    const isNew = before.seen?.version !== seen.version;
    const at = isNew || before.at === 0 ? Date.now() : before.at;
    return { ...before, title: session.game.title, at, seen, gone: false };
  });
}

/** Saves a session created here; the seats of the `invited` players belong to other people. */
export async function saveCreatedGame(
  { session, secrets }: CreatedSession,
  invited: ReadonlySet<number>,
): Promise<void> {
  const mine = secrets.filter(({ player }) => !invited.has(player));
  const others = secrets.filter(({ player }) => invited.has(player));
  await saveGame(session.id, {
    secrets: Object.fromEntries(mine.map(({ player, secret }) => [player, secret])),
    invitations: Object.fromEntries(others.map(({ player, invitation }) => [player, invitation])),
    title: session.game.title,
    at: Date.now(),
  });
}

/** Removes a game, with its secrets. */
export const forgetGame = async (id: string): Promise<void> => (await games()).remove(id);

/** Puts a removed game back. */
export const restoreGame = (game: SavedGame): Promise<void> => saveGame(game.id, game);

/** The board of a game with these options, for its pictures; undefined if it is not stored. */
export const loadBoard = async (
  game: string,
  options: Options,
): Promise<GeometryFields | undefined> => (await games()).readBoard(boardKey(game, options));

/** Stores the board of a game with these options. */
export const saveBoard = async (
  game: string,
  options: Options,
  board: GeometryFields,
): Promise<void> => (await games()).saveBoard(boardKey(game, options), board);

const boardKey = (game: string, options: Options): string =>
  JSON.stringify([game, ...Object.entries(options).sort()]);

function seenOf(session: SessionDocument): SeenGame {
  const { version, game, ply, turn, seats, outcome, board, drawing } = session;
  return {
    version,
    game: game.name,
    options: game.options,
    ply,
    turn,
    seats: seats.map(({ side, kind, name, level, adaptive }) => ({
      side,
      kind,
      name,
      level,
      strength: adaptive?.learnt === true ? adaptive.strength : null,
    })),
    outcome:
      outcome === null
        ? null
        : { sentence: outcome.sentence, payoffs: outcome.payoffs, reason: outcome.reason },
    board,
    drawing,
  };
}
