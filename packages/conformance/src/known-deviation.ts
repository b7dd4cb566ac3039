/** A deviation that is known and accepted. */
export interface KnownDeviation {
  /** The status that the case is expected to have. */
  readonly status: "failed" | "error";
  /** Why it is accepted. It is shown in reports. */
  readonly reason: string;
}

/** Known deviations, by the id of their case. */
export type KnownDeviations = Readonly<Record<string, KnownDeviation>>;
