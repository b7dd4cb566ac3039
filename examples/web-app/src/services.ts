import type { KnowledgeBase } from "@knowledge-base/sdk";
import type { Brain } from "./brains.ts";
import type { Messaging } from "./messaging.ts";
import type { Sessions } from "./sessions.ts";

/** What the routes work with. */
export interface Services {
  readonly kb: KnowledgeBase;
  readonly messaging: Messaging;
  readonly sessions: Sessions;
}

/** What a request carries from one handler to the next. */
export interface PageEnvironment {
  readonly Variables: {
    /** The brain that the page is about; on a page of none it is not set. */
    brain: Brain;
  };
}
