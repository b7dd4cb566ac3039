/** A target cannot be used, or an option of the run, so that no case was run. */
export class TargetError extends Error {
  override readonly name = "TargetError";
  /** Whether the target or an option is malformed or does not exist, or nothing answers at the base URL. */
  readonly code: "invalid_target" | "unreachable";

  /** @internal */
  constructor(code: TargetError["code"], message: string) {
    super(`Failed to run the suite: ${message}`);
    this.code = code;
  }
}
