import type { CheckContext, CheckResult, RuntimeCheck } from "./check.ts";

/** A check that takes longer has failed. */
const longestCheckMs = 30_000;

/** Runs checks, one after another. Never rejects. */
export async function runChecks(
  checks: readonly RuntimeCheck[],
  context: CheckContext,
): Promise<readonly CheckResult[]> {
  const results: CheckResult[] = [];
  for (const { subject, name, run } of checks) {
    const problem = await withinTime(run(context)).then(() => undefined, describeProblem);
    results.push({ subject, name, problem });
  }
  return results;
}

async function withinTime(running: Promise<void>): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`It took longer than ${longestCheckMs} ms`)), longestCheckMs);
  try {
    await Promise.race([running, late]);
  } finally {
    clearTimeout(timer);
  }
}

function describeProblem(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { stack = "" } = error;
  // The stack of Firefox has no message.
  return stack.includes(error.message) ? stack : `${String(error)}\n${stack}`;
}
