import type { KeyMemory } from "../options/api-key.ts";
import type { Logger } from "../options/logger.ts";
import type { ClientSettings } from "../options/settings.ts";

/** The parts of a client that its calls use. */
export interface Client {
  readonly settings: ClientSettings;
  readonly logger: Partial<Logger>;
  readonly memory: ClientMemory;
}

/** The memory of a client and of those that `withOptions` derives from it. */
export interface ClientMemory extends KeyMemory {
  /** Keys of reports that are made only once. */
  readonly reported: Set<string>;
}
