/** Whether the server answers: what the page says about it. */

import type { Trouble } from "../api/errors";

/** The state of the connection; one for the whole page. */
class Connection {
  /** What is wrong, if anything. */
  trouble = $state<Trouble | "slow" | null>(null);

  /** A request has been sent; the function that is returned is called when it is answered. */
  waiting(patience: number): () => void {
    const timer = setTimeout(() => {
      this.trouble ??= "slow";
    }, patience);
    return () => {
      clearTimeout(timer);
      if (this.trouble === "slow") this.trouble = null;
    };
  }

  /** Something did not come through. */
  lost(trouble: Trouble): void {
    this.trouble = trouble;
  }

  /** The server answers as it should. */
  restored(): void {
    this.trouble = null;
  }
}

export const connection = new Connection();
