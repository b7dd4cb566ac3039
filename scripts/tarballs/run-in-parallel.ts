import { availableParallelism } from "node:os";

/** Runs tasks in their order, as many at a time as there are processors. After a task has failed it starts no other, and throws. */
export async function runInParallel(tasks: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = tasks.values();
  const errors: unknown[] = [];
  const workers = Array.from({ length: availableParallelism() }, async () => {
    for (const task of waiting) {
      if (errors.length > 0) return;
      await task().catch((error: unknown) => errors.push(error));
    }
  });
  await Promise.all(workers);
  if (errors.length > 0) throw errors[0];
}
