import type { Records } from "../records/records.ts";
import type { SecondService } from "../second-service.ts";

/** What a check is about: a service, and records in it that no other check uses. */
export interface Subject {
  readonly service: SecondService;
  readonly records: Records;
  /** Waits until the prompt index contains what was written before. */
  readonly settle: () => Promise<void>;
}
