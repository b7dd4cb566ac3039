import { createReferenceServer, implement, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { defineOperation } from "@knowledge-base/types";
import * as z from "zod/mini";
import { compareCalls } from "../../../scripts/budgets/measure.ts";

// CPU time of a call of a server with ten times as many operations, relative to one with the six of the service.

const seed = demoSeed();
const operations = Array.from({ length: 54 }, (_, number) => {
  const operation = defineOperation({
    id: `routes.route${number}`,
    summary: "Another route",
    method: "GET",
    path: `/v1/brains/{brainId}/route${number}`,
    success: { status: 200, schema: z.object({}) },
    errors: [401],
    idempotency: "safe",
  });
  return implement(operation, () => ({}));
});
const six = createReferenceServer({ seed });
const sixty = createReferenceServer({ seed, operations });
const statuses = await Promise.all(
  [six, sixty].map(async ({ fetch, baseUrl }) => (await fetch(`${baseUrl}/v1/brains/b/route9`)).status),
);
if (statuses.join() !== "404,401") throw new Error("Only the second server must have the added routes.");

const get = async ({ fetch, baseUrl, apiKey }: ReferenceServer) => {
  const url = `${baseUrl}/v1/brains/brain_operations/index?limit=20`;
  return (await fetch(url, { headers: { "x-api-key": apiKey } })).json();
};
await compareCalls(
  "server.routes",
  () => get(sixty),
  () => get(six),
  4000,
);
