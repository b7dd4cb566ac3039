import type { Database } from "./database/database.ts";
import type { Rules } from "./rules/rules.ts";

/** What the parts of a running service have in common. */
export interface ServiceState {
  readonly database: Database;
  readonly rules: Rules;
  /** The service's clock, which the admin API can advance. */
  readonly clock: { now(): Date; advance(milliseconds: number): void };
  /** Signs OAuth states. */
  readonly secret: string;
}
