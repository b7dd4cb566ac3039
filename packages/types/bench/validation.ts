import { contract, findDrift, type Schema } from "@knowledge-base/types";
import { printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";
import { entries, page } from "./sample-bodies.ts";

// Time of `JSON.parse` and validation together, relative to `JSON.parse` alone. Both run in turns in one process, with all schemas
// of the contract in use; the medians of the rounds are
// compared.

const rounds = repetitions(60);
const millisecondsPerRound = 40;

const bodies = {
  "types.page": { schema: contract["pages.archive"].success.schema, text: JSON.stringify(page) },
  "types.entries": { schema: contract["promptIndex.get"].success.schema, text: JSON.stringify(entries) },
} as const satisfies Readonly<Record<string, { readonly schema: Schema; readonly text: string }>>;

type BodyId = keyof typeof bodies;
const ids = Object.keys(bodies) as BodyId[];

useAllSchemas();
for (const id of ids) {
  const { schema, text } = bodies[id];
  const drift = findDrift(schema, JSON.parse(text));
  if (drift.length > 0) throw new Error(`The body of ${id} differs from its schema: ${JSON.stringify(drift)}`);
}
const ratios: Readonly<Record<BodyId, number[]>> = { "types.page": [], "types.entries": [] };
for (let round = 0; round < rounds; round += 1) {
  useAllSchemas();
  for (const id of ids) {
    const { schema, text } = bodies[id];
    const parsed = measure(() => JSON.parse(text));
    const validated = measure(() => findDrift(schema, JSON.parse(text)));
    if (round >= Math.floor(rounds / 3)) ratios[id].push(validated / parsed);
  }
}
printFigures({
  "types.page": { value: median(ratios["types.page"]) },
  "types.entries": { value: median(ratios["types.entries"]) },
});

/** Calls every schema with a valid and an invalid value, as an application with several operations does. */
function useAllSchemas(): void {
  const { success } = contract["bindings.update"];
  for (const {
    success: { schema },
  } of Object.values(contract)) {
    for (const value of [page, entries, [{ id: "C1", name: "bridge", isPrivate: false, isMember: true }], {}, null]) {
      findDrift(schema, value);
    }
  }
  findDrift(success.schema, { id: "binding_bridge", brainId: "brain_operations", status: "paused", extra: true });
}

function measure(run: () => unknown): number {
  const end = performance.now() + millisecondsPerRound;
  const before = process.cpuUsage();
  let count = 0;
  do {
    for (let index = 0; index < 10; index += 1) run();
    count += 10;
  } while (performance.now() < end);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / count;
}
