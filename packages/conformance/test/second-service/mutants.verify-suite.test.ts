import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { Outcome } from "./run-all.ts";
import { forms } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

type Lists = Readonly<Record<string, readonly string[]>>;

const listFile = new URL("./found-mutants.json", import.meta.url);

it("finds the listed mutants in each form, and accepts the listed valid variants", async () => {
  const threads = availableParallelism();
  const parts = Array.from({ length: threads }, (_, thread) => runPart({ thread, threads }));
  const outcomes = (await Promise.all(parts)).flat();
  const refused = outcomes.filter(({ kind, problems }) => kind === "valid variant" && problems.length > 0);
  const refusedNames = new Set(refused.map(({ name }) => name));
  const lists: Lists = {
    ...Object.fromEntries(forms.map((form) => [form, listFound(outcomes, form)])),
    variants: Object.keys(validVariants)
      .filter((name) => !refusedNames.has(name))
      .toSorted(),
  };
  if (process.env["UPDATE"] === "1") writeFileSync(listFile, `${JSON.stringify(lists, undefined, 2)}\n`);
  const listed: Lists = JSON.parse(readFileSync(listFile, "utf8"));
  const changes = [...findMissing(lists, listed, "not in the list"), ...findMissing(listed, lists, "only in the list")];
  const reasons = refused.map(({ form, name, problems }) => `${name} is refused in the form ${form}: ${problems[0]}`);
  expect(changes, reasons.join("\n")).toEqual([]);
});

async function runPart(workerData: object): Promise<readonly Outcome[]> {
  const execArgv = ["--conditions=@knowledge-base/source"];
  const worker = new Worker(new URL("./run-all.ts", import.meta.url), { workerData, execArgv });
  const [outcomes] = await once(worker, "message");
  return outcomes;
}

function listFound(outcomes: readonly Outcome[], form: string): string[] {
  const runs = outcomes.filter((outcome) => outcome.kind === "mutant" && outcome.form === form);
  const found = runs.filter(({ problems }) => problems.some((problem) => problem.startsWith("failed")));
  return found.map(({ name }) => name).toSorted();
}

function findMissing(lists: Lists, others: Lists, problem: string): string[] {
  return Object.entries(lists).flatMap(([list, names]) =>
    names.filter((name) => !others[list]?.includes(name)).map((name) => `${list}: ${name} is ${problem}`),
  );
}
