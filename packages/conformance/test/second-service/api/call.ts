import type { BrainRecord } from "../database/brain-record.ts";
import type { ServiceRequest } from "../http/service-request.ts";

/** An authenticated request to an operation. */
export interface Call {
  readonly request: ServiceRequest;
  /** The decoded path parameters other than `brainId`. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Returns the brain of the path, or throws a failure if the key has no access to it. */
  readonly findBrain: () => BrainRecord;
}
