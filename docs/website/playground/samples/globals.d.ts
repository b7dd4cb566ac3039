import type { KnowledgeBase } from "@knowledge-base/sdk";
import type { ReferenceServer } from "@knowledge-base/server";

declare global {
  /** A client of the server. */
  const kb: KnowledgeBase;
  /** The reference server, with the demo seed at first. */
  const server: ReferenceServer;
}
