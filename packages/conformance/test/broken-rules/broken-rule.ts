/** A rule of the server, broken on purpose. */
export interface BrokenRule {
  /** Wrong behavior of the server. */
  readonly name: string;
  /** File below `packages/server/src`. */
  readonly file: string;
  /** Texts of the file, each followed by its replacement. */
  readonly edits: readonly string[];
  /** Case that must fail. */
  readonly foundBy: string;
}
