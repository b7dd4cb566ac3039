import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { createControls, createTestState, records } from "../test-targets.ts";

// Prints the ids of the cases that do not pass, one per line.
const server = createReferenceServer({ seed: createTestState() });
const { baseUrl, apiKey, fetch, reset } = server;
const target = { baseUrl, apiKey, fetch, records, reset, controls: createControls(server), write: true };
const { results } = await runConformance(target);
for (const { id, status } of results) if (status !== "passed") process.stdout.write(`${id}\n`);
