import { KnowledgeBase } from "../../packages/sdk/src/index.ts";
import { demoSeed } from "../../packages/server/src/demo.ts";
import { createReferenceServer } from "../../packages/server/src/index.ts";

/** A server with the demo seed. */
export const server = createReferenceServer({ seed: demoSeed() });

/** A client of the server. */
export const kb = new KnowledgeBase(server.connection);

/** A brain of the demo seed. */
export const brainId = "brain_operations";

/** A page of the brain. */
export const slug = "weather-limits";
