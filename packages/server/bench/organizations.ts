import { measureHeap } from "@knowledge-base/internal/test-helpers/collect-garbage.ts";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { printFigure } from "../../../scripts/budgets/measure.ts";

// Time and memory of creating and resetting 1,000 organizations with the demo seed in one server.

const count = 1000;
const server = createReferenceServer();
const before = await measureHeap();
const start = performance.now();
const created = Array.from({ length: count }, () => {
  const seed = demoSeed({ organizationId: "org_harbour_line" });
  return server.control.organizations.create({ seed });
});
printFigure({ name: "organizations.create", value: performance.now() - start, note: "milliseconds" });
printFigure({ name: "organizations.heap", value: ((await measureHeap()) - before) / 2 ** 20, note: "megabytes" });

const resetStart = performance.now();
for (const { id } of created) server.organization(id).reset();
printFigure({ name: "organizations.reset", value: performance.now() - resetStart, note: "milliseconds" });
