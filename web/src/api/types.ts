/** Short names for the documents of the API. */

import type { components } from "./schema";

type Schemas = components["schemas"];

export type GameList = Schemas["GameList"];
export type ListedGame = Schemas["ListedGame"];
export type GameDocument = Schemas["GameDocument"];
export type GeometryFields = NonNullable<GameDocument["geometry"]>;
export type RulesDocument = Schemas["RulesDocument"];
export type RulesPart = Schemas["RulesPart"];
export type FigureFields = Schemas["FigureFields"];
export type SpanFields = Schemas["SpanFields"];
export type OptionFields = Schemas["OptionFields"];
export type LevelFields = Schemas["LevelFields"];
export type PositionDocument = Schemas["PositionDocument"];
export type PositionRequest = Schemas["PositionRequest"];
export type WhyNot = Schemas["WhyNot"];
export type WhyNotRequest = Schemas["WhyNotRequest"];
export type LegalMove = Schemas["LegalMove"];
export type NewSession = Schemas["NewSession"];
export type SeatRequest = Schemas["SeatRequest"];
export type SeatFields = Schemas["SeatFields"];
export type SeatDocument = Schemas["SeatDocument"];
export type SessionDocument = Schemas["SessionDocument"];
export type RematchFields = Schemas["RematchFields"];
export type RematchSeat = Schemas["RematchSeat"];
export type PresenceFields = Schemas["PresenceFields"];
export type PlayerRequest = Schemas["PlayerRequest"];
export type CreatedSession = Schemas["CreatedSession"];
export type OutcomeFields = Schemas["OutcomeFields"];
export type SetupFields = NonNullable<GameDocument["setup"]>;
export type CounterFields = Schemas["CounterFields"];
export type SetupRequest = Schemas["SetupRequest"];
export type SetupDocument = Schemas["SetupDocument"];
export type GameInText = Schemas["GameInText"];
export type GamesInText = Schemas["GamesInText"];
export type ImportRequest = Schemas["ImportRequest"];
export type ExportText = Schemas["ExportText"];
export type OfferFields = Schemas["OfferFields"];
export type ClockFields = Schemas["ClockFields"];
export type PlayedFields = Schemas["PlayedFields"];
export type HintDocument = Schemas["HintDocument"];
export type RungFields = Schemas["RungFields"];
export type ExplanationDocument = Schemas["ExplanationDocument"];
export type ComparisonDocument = Schemas["ComparisonDocument"];
export type MarkFields = Schemas["MarkFields"];
export type TermFields = Schemas["TermFields"];
export type LineFields = Schemas["LineFields"];
export type AnalysisDocument = Schemas["AnalysisDocument"];
export type AnalysisRequest = Schemas["AnalysisRequest"];
export type KnowledgeDocument = Schemas["KnowledgeDocument"];
export type ReviewProgress = Schemas["ReviewProgress"];
export type ReviewDocument = Schemas["ReviewDocument"];
export type ReviewRequest = Schemas["ReviewRequest"];
export type StartedAnalysis = Schemas["StartedAnalysis"];
export type TreeRequest = Schemas["TreeRequest"];
export type TreeSwitches = Schemas["TreeSwitches"];
export type TreeDocument = Schemas["TreeDocument"];
export type TreeNode = Schemas["TreeNode"];
export type ValueFields = Schemas["ValueFields"];
export type NodeCountRequest = Schemas["NodeCountRequest"];
export type NodeCountDocument = Schemas["NodeCountDocument"];
export type NodeCountFields = Schemas["NodeCountFields"];
export type PlayoutRequest = Schemas["PlayoutRequest"];
export type PlayoutDocument = Schemas["PlayoutDocument"];
export type LessonList = Schemas["LessonList"];
export type ListedLesson = Schemas["ListedLesson"];
export type LessonDocument = Schemas["LessonDocument"];
export type QuestionFields = Schemas["QuestionFields"];
export type NewTournament = Schemas["NewTournament"];
export type CreatedTournament = Schemas["CreatedTournament"];
export type TournamentDocument = Schemas["TournamentDocument"];
export type TournamentSeats = Schemas["TournamentSeats"];
export type Problem = Schemas["Problem"];

/** What an engine in a seat currently considers best: an event of its session's stream. */
export interface ThinkingFields {
  readonly version: number;
  readonly side: string;
  readonly line: LineFields;
}

/** What a change altered in the document of a session: an event of its session's stream. */
export interface SessionUpdate
  extends
    PositionDocument,
    Pick<
      SessionDocument,
      "version" | "ply" | "last" | "offers" | "clock" | "thinking" | "preparing" | "rematch"
    > {
  readonly what: string;
  /** The new history: the first `keep` moves of the old one, then `add`. */
  readonly history: { readonly keep: number; readonly add: readonly PlayedFields[] };
  /** The new undone moves: `add`, then the old ones without the first `skip`. */
  readonly undone: { readonly skip: number; readonly add: readonly string[] };
  /** Null if they are unchanged. */
  readonly seats: SeatFields[] | null;
}

/** The options of a game, by name. */
export type Options = Record<string, number | string>;
