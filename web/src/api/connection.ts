/** How the API client reports the state of the connection. */

/** Why there is no usable response: none came, it was invalid, or the server is overloaded. */
export type ConnectionProblem = "offline" | "invalid" | "busy";

/** What the client reports to. The page implements it to show a banner. */
export interface Connection {
  /**
   * A request was sent; the returned function is called once it is answered.
   *
   * After `patience` milliseconds without an answer, the server counts as slow.
   */
  waiting(patience: number): () => void;
  /** A request or a stream failed; it will be retried. */
  lost(problem: ConnectionProblem): void;
  /** The server responds normally. */
  restored(): void;
}
