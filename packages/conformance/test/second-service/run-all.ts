import { parentPort, workerData } from "node:worker_threads";
import { mutants } from "./mutants.ts";
import { findProblems, forms, type Problem } from "./run-form.ts";
import { validVariants } from "./valid-variants.ts";

const changes = Object.entries({ ...validVariants, ...mutants });
const runs = forms.toReversed().flatMap((form) => changes.map(([name, change]) => ({ form, name, change })));

/** What came of one of the runs. */
export type Outcome = Omit<(typeof runs)[number], "change"> & { readonly problems: readonly Problem[] };

// A thread makes every nth run, several at once because some only wait.
const { thread, threads } = workerData as { thread: number; threads: number };
const queue = runs.filter((_, index) => index % threads === thread).values();
const outcomes: Outcome[] = [];
const makeRuns = async () => {
  for (const { change, ...run } of queue) outcomes.push({ ...run, problems: await findProblems(run.form, [change]) });
};
await Promise.all(Array.from({ length: 8 }, makeRuns));
parentPort?.postMessage(outcomes);
