/** The board of an analysis: any position, its variations, and what is known about it. */

import { ApiError } from "../api";
import type {
  GameDocument,
  KnowledgeDocument,
  PositionDocument,
  PositionRequest,
} from "../api/types";
import { placeRequest, textOf } from "./analysis_address";
import type { AnalysisPlace } from "./analysis_address";
import { loadTree, saveTree } from "./analysis_storage";
import {
  EMPTY_TREE,
  addLine,
  commentOn,
  isMain,
  mainLine,
  placeAt,
  promote,
  removeLine,
} from "./analysis_tree";
import type { AnalysisTree, TreePath } from "./analysis_tree";
import { announceError } from "./announcements";
import { api } from "./api";
import { errorText } from "./error_text";
import { explainIllegalMove } from "./illegal_move";
import { PositionLines } from "./position_lines.svelte";

export class AnalysisBoard {
  game = $state.raw<GameDocument | null>(null);
  tree = $state.raw<AnalysisTree>(EMPTY_TREE);
  /** The moves from the start to the position on the board. */
  path = $state.raw<TreePath>([]);
  position = $state.raw<PositionDocument | null>(null);
  /** The cells that the last move changed. */
  last = $state.raw<readonly number[]>([]);
  known = $state.raw<KnowledgeDocument | null>(null);
  error = $state("");
  /** Increases whenever the board must discard the move that was entered on it. */
  discards = $state(0);
  readonly engine = new PositionLines();
  readonly #start: AnalysisPlace;
  /** The moves of the session. */
  #played: readonly string[] = [];
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- the page shows nothing of the cache
  readonly #cache = new Map<string, Promise<PositionDocument>>();

  constructor(place: AnalysisPlace) {
    this.#start = place;
    this.engine.isOn = place.engine;
  }

  /** Loads the game, its session and the stored variations, and shows the position. */
  async open(): Promise<void> {
    await this.#try(async () => {
      const { session } = this.#start;
      let { game, options } = this.#start;
      if (session !== null) {
        const found = await api.readSession(session);
        this.#played = [...found.history.map(({ move }) => move), ...found.undone];
        [game, options] = [found.game.name, textOf(found.game.options)];
      }
      this.game = await api.readGame(game, options);
      const stored = await loadTree(this.#start);
      // The moves of the session are the main line, whatever is stored.
      this.tree = promote(addLine(stored, this.#played), this.#played);
      await this.go(this.pathOf(this.#start));
    });
  }

  /** The path to the position of an address of this analysis. */
  pathOf({ ply, moves }: AnalysisPlace): TreePath {
    return [...this.#played.slice(0, ply ?? this.#played.length), ...moves];
  }

  /** The address of the position on the board. */
  get place(): AnalysisPlace {
    const { path } = this;
    const engine = this.engine.isOn;
    if (this.#start.session === null) return { ...this.#start, moves: path, engine };
    const differing = path.findIndex((move, index) => move !== this.#played[index]);
    const ply = differing < 0 ? path.length : differing;
    return { ...this.#start, ply, moves: path.slice(ply), engine };
  }

  /** The request for the position on the board. */
  get request(): PositionRequest {
    return placeRequest(this.place);
  }

  /** The moves that follow the position in the main line of its variation. */
  get following(): readonly string[] {
    return mainLine(this.tree, this.path);
  }

  get comment(): string {
    return placeAt(this.tree, this.path)?.comment ?? "";
  }

  get isMainLine(): boolean {
    return isMain(this.tree, this.path);
  }

  /** Whether the moves to the position were all played in the session. */
  get isPlayed(): boolean {
    return this.path.every((move, index) => move === this.#played[index]);
  }

  /** Shows the position after these moves, and adds them to the tree. */
  async go(path: TreePath): Promise<void> {
    await this.#try(async () => {
      const [position, before] = await Promise.all([
        this.#read(path),
        path.length === 0 ? null : this.#read(path.slice(0, -1)),
      ]);
      this.error = "";
      this.path = path;
      this.position = position;
      this.last =
        before === null
          ? []
          : position.board.flatMap((code, cell) => (code === before.board[cell] ? [] : [cell]));
      this.known = null;
      const tree = addLine(this.tree, path);
      if (placeAt(this.tree, path) === undefined) this.#change(tree);
      this.#lookUp(path);
    });
  }

  setComment(text: string): void {
    this.#change(commentOn(this.tree, this.path, text));
  }

  /** Makes the variation on the board the main line. */
  promote(): void {
    this.#change(promote(this.tree, this.path));
  }

  /** Removes the move on the board and what follows it. */
  async remove(): Promise<void> {
    const path = this.path;
    this.#change(removeLine(this.tree, path));
    await this.go(path.slice(0, -1));
  }

  /** Shows why the cells that were tried on the board are not a legal move. */
  async explainIllegal(cells: readonly number[]): Promise<void> {
    const { position, game, request } = this;
    const geometry = game?.geometry ?? null;
    if (position === null || game === null || geometry === null) return;
    await this.#try(async () => {
      const reason = await explainIllegalMove(position, request, game.name, geometry, cells);
      if (reason !== null) this.#fail(reason);
    });
  }

  /** The text of the start; for a session, of its first position. */
  async startText(): Promise<string> {
    return (await this.#read([])).position;
  }

  close(): void {
    this.engine.stop();
  }

  #lookUp(path: TreePath): void {
    api.readKnowledge(this.request).then(
      (known) => {
        if (path === this.path) this.known = known;
      },
      (failure: unknown) => {
        if (!(failure instanceof ApiError)) throw failure; // the engine says why help is refused
      },
    );
  }

  #change(tree: AnalysisTree): void {
    this.tree = tree;
    saveTree(this.#start, tree).catch(() => undefined); // without space it stays on the page
  }

  #read(path: TreePath): Promise<PositionDocument> {
    const key = JSON.stringify(path);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const { session } = this.#start;
    const ply = session === null ? null : 0;
    const position = api.readPosition(placeRequest({ ...this.#start, ply, moves: path }));
    this.#cache.set(key, position);
    position.catch(() => this.#cache.delete(key));
    return position;
  }

  #fail(message: string): void {
    this.error = message;
    this.discards += 1;
    announceError(message);
  }

  async #try(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure;
      this.#fail(errorText(failure, this.game?.name ?? this.#start.game));
    }
  }
}
