import { parseArgs } from "node:util";
import { createReferenceServer, type State } from "@knowledge-base/server";
import { connect } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { printFigure } from "../../../scripts/budgets/measure.ts";
import { MeasuredCommand } from "./measured-command.ts";

// How long it takes to restore and to copy a large state, in process and over HTTP.

const { values } = parseArgs({ options: { megabytes: { type: "string", default: "60" } } });
const state = createState(Number(values.megabytes) * 1e6);

const server = createReferenceServer();
await measure("state.restore", () => server.restore(state));
await measure("state.snapshot", () => server.snapshot());

const command = await MeasuredCommand.start();
const connected = await connect(command.ready.url);
await measure("state.restore-http", () => connected.restore(state));
await measure("state.snapshot-http", () => connected.snapshot());
const megabytes = (await command.residentBytes()) / 1e6;
printFigure({ name: "state.resident", value: megabytes, note: "megabytes of the command" });
await command.stop();

/** Creates a state whose JSON has a size, mostly of embeddings. */
function createState(bytes: number): State {
  const {
    pages: [sample],
    ...rest
  } = demoSeed();
  if (!sample) throw new Error("The demo seed has no pages.");
  const createPage = (index: number) => ({
    ...sample,
    id: `page_${index}`,
    slug: `page-${index}`,
    embedding: Array.from({ length: 1536 }, (_, position) => Math.sin(index * 7919 + position)),
  });
  const count = Math.ceil(bytes / JSON.stringify(createPage(12_345)).length);
  return { ...rest, pages: Array.from({ length: count }, (_, index) => createPage(index)) };
}

async function measure(name: string, act: () => unknown): Promise<void> {
  const start = performance.now();
  await act();
  printFigure({ name, value: (performance.now() - start) / 1000, note: "seconds" });
}
