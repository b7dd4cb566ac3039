import type { KnowledgeBase } from "@knowledge-base/sdk";
import type { Brain } from "./brains.ts";
import type { Messaging } from "./messaging.ts";
import type { Sessions } from "./sessions.ts";

/** Dependencies of the routes. */
export interface Services {
  readonly kb: KnowledgeBase;
  readonly messaging: Messaging;
  readonly sessions: Sessions;
}

/** Variables of a request. */
export interface PageEnvironment {
  readonly Variables: {
    /** The brain of the page, if it has one. */
    brain: Brain;
  };
}
