import { once } from "node:events";
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { mutants } from "./mutants.ts";
import type { Outcome } from "./run-all.ts";
import { forms } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

it("finds the listed mutants in each form, and accepts the listed valid variants", async () => {
  // A service may write timestamps that aren't in the time zone of the suite.
  process.env["TZ"] = "Asia/Tokyo";
  const threads = availableParallelism();
  const parts = Array.from({ length: threads }, async (_, thread): Promise<readonly Outcome[]> => {
    const options = { workerData: { thread, threads }, execArgv: ["--conditions=@knowledge-base/source"] };
    const [outcomes] = await once(new Worker(new URL("./run-all.ts", import.meta.url), options), "message");
    return outcomes;
  });
  const outcomes = (await Promise.all(parts)).flat();
  const found = outcomes.filter(({ problems }) => problems.some(({ status }) => status === "failed"));
  const isFound = (name: string, form: string) => found.some((run) => run.name === name && run.form === form);
  const refused = outcomes.filter(({ name, problems }) => name in validVariants && problems.length > 0);
  const isAccepted = (name: string) => !refused.some((run) => run.name === name);
  const names = Object.keys(mutants).toSorted();
  const lists = {
    ...Object.fromEntries(forms.map((form) => [form, names.filter((name) => isFound(name, form))])),
    variants: Object.keys(validVariants).filter(isAccepted).toSorted(),
  };
  const reasons = refused.map(
    ({ form, name, problems }) => `${name} is refused in the form ${form}: ${problems[0]?.text}`,
  );
  // Vitest writes the list with `-u`.
  const json = JSON.stringify(lists, undefined, 2);
  await expect(`${json}\n`, reasons.join("\n")).toMatchFileSnapshot("found-mutants.json");
});
