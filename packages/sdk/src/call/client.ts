import type { KeyMemory } from "../options/api-key.ts";
import type { Logger } from "../options/logger.ts";
import type { ClientSettings } from "../options/settings.ts";

/** A client as its calls know it. */
export interface Client {
  readonly settings: ClientSettings;
  readonly logger: Partial<Logger>;
  readonly memory: ClientMemory;
}

/** What the calls of a client remember, and those of the clients that `withOptions` makes of it. */
export interface ClientMemory extends KeyMemory {
  /** What was reported once, and is never reported again. */
  readonly reported: Set<string>;
}
