import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import type { MutantRun } from "./run-all.ts";
import { forms } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

it("finds the listed mutants in each form, and accepts the listed valid variants", async () => {
  // A service may write timestamps that aren't in the time zone of the suite.
  process.env["TZ"] = "Asia/Tokyo";
  const threads = availableParallelism();
  const parts = Array.from({ length: threads }, async (_, thread): Promise<readonly MutantRun[]> => {
    const options = { workerData: { thread, threads }, execArgv: ["--conditions=@knowledge-base/source"] };
    const [outcomes] = await once(new Worker(new URL("./run-all.ts", import.meta.url), options), "message");
    return outcomes;
  });
  const outcomes = (await Promise.all(parts)).flat();
  const refused = outcomes.filter(({ kind, problems }) => kind === "valid variant" && problems.length > 0);
  const isFound = ({ kind, problems }: MutantRun) =>
    kind === "mutant" && problems.some((problem) => problem.startsWith("failed"));
  const found = outcomes.filter(isFound);
  const listFound = (form: string) => found.flatMap((run) => (run.form === form ? run.name : [])).toSorted();
  const isAccepted = (name: string) => !refused.some((run) => run.name === name);
  const lists = {
    ...Object.fromEntries(forms.map((form) => [form, listFound(form)])),
    variants: Object.keys(validVariants).filter(isAccepted).toSorted(),
  };
  const reasons = refused.map(({ form, name, problems }) => `${name} is refused in the form ${form}: ${problems[0]}`);
  // Vitest writes the list with `-u`.
  const json = JSON.stringify(lists, undefined, 2);
  await expect(`${json}\n`, reasons.join("\n")).toMatchFileSnapshot("found-mutants.json");
});
