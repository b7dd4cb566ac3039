import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { controlsOf, records, world } from "../world.ts";

// Prints the cases that do not pass, a line each.
const server = createReferenceServer({ seed: world() });
const { baseUrl, apiKey, fetch, reset } = server;
const target = { baseUrl, apiKey, fetch, records, reset, controls: controlsOf(server), write: true };
const { results } = await runConformance(target);
for (const { id, outcome } of results) if (outcome !== "passed") process.stdout.write(`${id}\n`);
