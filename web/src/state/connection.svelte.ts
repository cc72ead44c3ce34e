/** The state of the connection to the server, for the banner at the top of the page. */

import type { Connection, ConnectionProblem } from "../api";

/** The current problem, as the API client reports it. */
export class ConnectionStatus implements Connection {
  problem = $state<ConnectionProblem | "slow" | null>(null);

  waiting(patience: number): () => void {
    const timer = setTimeout(() => {
      this.problem ??= "slow";
    }, patience);
    return () => {
      clearTimeout(timer);
      if (this.problem === "slow") this.problem = null;
    };
  }

  lost(problem: ConnectionProblem): void {
    this.problem = problem;
  }

  restored(): void {
    this.problem = null;
  }
}

/** The status that the whole page shares. */
export const connectionStatus = new ConnectionStatus();
