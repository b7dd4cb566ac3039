/** Thrown if a state cannot be read from a text. Of the text it quotes one character at most, because states contain keys. */
export class StateTextError extends Error {
  /** Whether the text is not UTF-8, not JSON, or too large as a whole or in one record. */
  readonly problem: "encoding" | "syntax" | "size";
  /** Such as `line 3 column 24`; empty if the whole text is too large. */
  readonly position: string;

  constructor(problem: StateTextError["problem"], message: string, position = "") {
    super(message);
    this.problem = problem;
    this.position = position;
  }
}
