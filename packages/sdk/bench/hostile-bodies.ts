import { KnowledgeBase } from "@knowledge-base/sdk";
import { median, printFigure } from "../../../scripts/budgets/measure.ts";
import { entries } from "../../types/bench/sample-bodies.ts";

// CPU time of calls that receive 1 MB of something else than the service sends, relative to `JSON.parse` of valid entries of that size.
// The largest ratio counts. Of bodies whose `JSON.parse` alone takes longer, only the rest of the call does.

const size = 1_000_000;
const rounds = 9;

const fill = (part: string, between = "") => {
  const count = Math.floor(size / (part.length + between.length));
  return Array.from({ length: count }, () => part).join(between);
};
const names = Array.from({ length: size / 16 }, (_, index) => `"name${index}":${index % 10}`).join(",");

const valid = `[${fill(JSON.stringify(entries[0]), ",")}]`;
const bodies: Readonly<Record<string, string>> = {
  "valid entries": valid,
  HTML: `<html>${fill("<p>Bad gateway</p>")}`,
  "JSON that is cut off": valid.slice(0, -1),
  "a long text": JSON.stringify(fill("key ")),
  "a long value of an enum": JSON.stringify([{ ...entries[0], status: fill("x") }]),
  "items of another type": `[${fill("1", ",")}]`,
  "items without fields": `[${fill("{}", ",")}]`,
  "items with an unknown field": `[${fill(JSON.stringify({ ...entries[0], colour: "red" }), ",")}]`,
  "an object with unknown fields": `[{${names}}]`,
  "deep lists": fill("[") + fill("]"),
  backslashes: JSON.stringify(fill("\\")),
};

const parse = (text: string) => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
const reference = await measure(async () => parse(valid));
const figures: { readonly name: string; readonly ratio: number }[] = [];
for (const status of [200, 503]) {
  for (const [name, text] of Object.entries(bodies)) {
    const kb = new KnowledgeBase({
      baseUrl: "https://kb.example.com",
      apiKey: "kb_benchmark_key",
      logLevel: "off",
      retries: 0,
      fetch: async () => new Response(text, { status }),
    });
    const call = await measure(() => kb.promptIndex.get({ brainId: "brain_operations" }).safe());
    const parsed = await measure(async () => parse(text));
    figures.push({
      name: `${name} with status ${status}`,
      ratio: (call - Math.max(0, parsed - reference)) / reference,
    });
  }
}
const [worst] = figures.toSorted((one, other) => other.ratio - one.ratio);
printFigure({ name: "sdk.hostile", value: worst?.ratio ?? Number.NaN, note: worst?.name ?? "" });
for (const { name, ratio } of figures) console.log(`${ratio.toFixed(2).padStart(7)} ${name}`);

async function measure(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = process.cpuUsage();
    await run();
    const { user, system } = process.cpuUsage(start);
    times.push((user + system) / 1000);
  }
  return median(times);
}
