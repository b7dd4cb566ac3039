import type { KnowledgeBase } from "@knowledge-base/sdk";
import type { ReferenceServer } from "@knowledge-base/server";

// Not a .d.ts: the build of the packages reads those, and would import these packages into the declarations of all others.
declare global {
  /** A client of the server. */
  const kb: KnowledgeBase;
  /** The reference server, with the demo seed at first. */
  const server: ReferenceServer;
}
