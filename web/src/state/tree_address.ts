/** The addresses of search trees: a position, as in the address of an analysis. */

import { analysisAddress, parseAnalysis } from "./analysis_address";
import type { AnalysisPlace } from "./analysis_address";

/** The position in the query of an address. */
export const parseTree = (game: string, query: string): AnalysisPlace => parseAnalysis(game, query);

/** The address of the search tree of a position. */
export const treeAddress = (place: AnalysisPlace): string =>
  analysisAddress({ ...place, engine: true }).replace(/^\/analysis\//, "/tree/");
