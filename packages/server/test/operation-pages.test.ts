import { readFile } from "node:fs/promises";
import { contract } from "@knowledge-base/types";
import { beforeAll, describe, expect, it } from "vitest";
import { fillIn } from "./guide/fill-in.ts";
import { isMissing } from "./guide/is-missing.ts";
import { readSteps } from "./guide/read-steps.ts";
import { runSteps } from "./guide/run-steps.ts";

const timeoutMs = 60_000;
const pages = new URL("../../../docs/operations/", import.meta.url);

/** The commands of a page, which continue those of the first page. */
async function commandsOf(page: string) {
  const { steps } = readSteps(await readFile(new URL(`${page}.md`, pages), "utf8"), "With curl");
  return steps.map((step) => ({ ...step, page }));
}

const names = ["README", ...Object.keys(contract)];
const steps = (await Promise.all(names.map(commandsOf))).flat();

describe.skipIf(isMissing("bash", "curl"))("the pages of the operations", () => {
  let outputs: readonly string[] = [];

  beforeAll(async () => {
    outputs = await runSteps(
      steps.map(({ commands }) => commands),
      timeoutMs,
    );
  }, timeoutMs + 10_000);

  it.each(steps.map((step, index) => ({ ...step, index })))(
    "show the output of the commands in line $line of $page.md",
    ({ shownOutput, index }) => {
      const { shown, printed } = fillIn(shownOutput, outputs[index] ?? "");
      expect(printed).toStrictEqual(shown);
    },
  );
});

it.each(Object.values(contract))("call $id with curl", ({ id, method, path }) => {
  const url = new RegExp(`"\\$url${path.replaceAll(/\{\w+\}/g, '[^/"]+')}["?]`);
  const [step] = steps.filter(({ page }) => page === id);
  expect(step?.commands).toMatch(url);
  expect(/ -X (\w+)/.exec(step?.commands ?? "")?.[1] ?? "GET").toBe(method);
});
