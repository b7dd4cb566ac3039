import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { callWithDrift, expectedReports } from "./helpers/call-with-drift.ts";

const run = promisify(execFile);

// Runs the calls in a process, and returns their reports after the result of `new Function`.
async function reportsOf(flags: readonly string[]): Promise<unknown> {
  const program = `
    import { callWithDrift } from ${JSON.stringify(new URL("helpers/call-with-drift.ts", import.meta.url))};
    let hasEval = true;
    try { new Function(""); } catch { hasEval = false; }
    process.stdout.write(JSON.stringify([hasEval, ...await callWithDrift()]));
  `;
  const args = ["--conditions=@knowledge-base/source", "--input-type=module", "--eval", program];
  const { stdout } = await run(process.execPath, [...flags, ...args]);
  return JSON.parse(stdout);
}

it("client and server check values, with and without code generation", async () => {
  expect(await callWithDrift()).toEqual(expectedReports);
  expect(await reportsOf([])).toEqual([true, ...expectedReports]);
  expect(await reportsOf(["--disallow-code-generation-from-strings"])).toEqual([false, ...expectedReports]);
});
