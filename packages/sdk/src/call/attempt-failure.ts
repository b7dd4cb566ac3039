import { Problem, type ProblemDetails } from "../errors/problem.ts";
import type { Attempt } from "./attempt.ts";

/** Thrown by an attempt that has no complete response, although another attempt may have one. */
export class AttemptFailure extends Problem {
  readonly reason: NonNullable<Attempt["code"]>;
  /** Whether the request certainly never reached the service. */
  readonly isUnsent: boolean;

  constructor(
    reason: AttemptFailure["reason"],
    code: Problem["code"],
    message: string,
    details: ProblemDetails,
    isUnsent = false,
  ) {
    super(code, message, details);
    this.reason = reason;
    this.isUnsent = isUnsent;
  }
}
