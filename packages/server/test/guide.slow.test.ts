import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { contract } from "@knowledge-base/types";
import { beforeAll, describe, expect, it } from "vitest";
import { fillIn } from "./guide/fill-in.ts";
import { freePort } from "./guide/free-port.ts";
import { isMissing } from "./guide/is-missing.ts";
import { readSteps } from "./guide/read-steps.ts";
import { openWorkplace, runProgram, runSteps } from "./guide/run-steps.ts";

const root = new URL("../../../", import.meta.url);
const timeoutMs = 60_000;

const guide = readSteps(await readFile(new URL("docs/guides/the-server-from-another-language.md", root), "utf8"));
const readme = readSteps(
  await readFile(new URL("packages/server/README.md", root), "utf8"),
  "Use it from another language",
);

const documents = [
  { name: "the guide", steps: guide.steps },
  { name: "the README of the server", steps: readme.steps },
];

describe.skipIf(isMissing("bash", "curl")).each(documents)("$name", ({ steps }) => {
  let outputs: readonly string[] = [];

  beforeAll(async () => {
    // Replaces the port of the README, which may be in use.
    const port = String(await freePort());
    const commands = steps.map((step) => step.commands.replaceAll("4000", port));
    outputs = await runSteps(commands, timeoutMs);
  }, timeoutMs + 10_000);

  it.each(steps.map((step, index) => ({ ...step, index })))(
    "shows the output of the commands in line $line, under $heading",
    ({ shownOutput, index }) => {
      const { shown, printed } = fillIn(shownOutput, outputs[index] ?? "");
      expect(printed).toStrictEqual(shown);
    },
  );
});

it.each(Object.values(contract))("calls $id in the guide", ({ method, path }) => {
  const url = new RegExp(`"\\$url${path.replaceAll(/\{\w+\}/g, '[^/"]+')}[?"]`);
  const lines = guide.steps.flatMap(({ commands }) => commands.replaceAll("\\\n", "").split("\n"));
  const calls = lines.filter((line) => url.test(line));
  expect(calls.map((line) => / -X (\w+)/.exec(line)?.[1] ?? "GET")).toContain(method);
});

it.skipIf(isMissing("python3"))("shows tests in Python that pass", { timeout: timeoutMs + 10_000 }, async () => {
  await using workplace = await openWorkplace();
  expect(guide.listings.map(({ language }) => language)).toEqual(["python"]);
  await writeFile(join(workplace.folder, "test_pages.py"), guide.listings[0]?.text ?? "");
  const run = await runProgram("python3", ["-m", "unittest", "test_pages"], workplace, timeoutMs);
  expect(run).toEqual({ output: expect.stringMatching(/^\.\n-+\nRan 1 test in [\d.]+s\n\nOK\n$/), exitCode: 0 });
});
