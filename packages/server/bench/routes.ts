import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { compareCalls } from "../../../scripts/budgets/measure.ts";
import { serviceOperations } from "../src/http/operations.ts";

// CPU time of a call of a server with ten times as many operations, relative to one with the six of the service.

const seed = demoSeed();
const six = createReferenceServer({ seed });
// A server takes its routes from this table when it is created.
const { "promptIndex.get": index } = serviceOperations;
for (let number = 0; number < 54; number += 1) {
  const operation = { ...index.operation, path: `/v1/brains/{brainId}/route${number}` };
  Object.assign(serviceOperations, { [`routes.route${number}`]: { ...index, operation } });
}
const sixty = createReferenceServer({ seed });
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
