/** Thrown before any case runs if the target or an option cannot be used. */
export class TargetError extends Error {
  override readonly name = "TargetError";
  /** `invalid_target` if the target or an option is invalid, `unreachable` if there is no response from the base URL. */
  readonly code: "invalid_target" | "unreachable";

  /** @internal */
  constructor(code: TargetError["code"], message: string) {
    super(`Failed to run the suite: ${message}`);
    this.code = code;
  }
}
