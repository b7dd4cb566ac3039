import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { promisify } from "node:util";
import { afterEach, describe, expect, it } from "vitest";

const execute = promisify(execFile);
const vitest = ["node_modules/vitest/vitest.mjs", "run", `--config=${import.meta.dirname}/vitest.config.ts`];
const message = "Finished test runs left no process and no temporary folder.\n";

/** Starts a run whose only test never ends, and sends it a signal as soon as the test has started processes. */
async function interruptRun(signal: NodeJS.Signals): Promise<void> {
  const run = spawn(process.execPath, [...vitest, "endless"], { stdio: ["ignore", "pipe", "inherit"] });
  const exit = once(run, "exit");
  for await (const bytes of run.stdout) if (String(bytes).includes("started")) run.kill(signal);
  await exit;
}

async function checkLeftovers(): Promise<{ stdout: string; stderr: string }> {
  return execute(process.execPath, ["scripts/check/check-leftovers.ts"]);
}

const runNext = () => execute(process.execPath, [...vitest, "short"]);

describe("a run that is interrupted", () => {
  afterEach(runNext);

  it.each(["SIGHUP", "SIGINT", "SIGTERM"] as const)("by %s leaves no process and no folder", async (signal) => {
    await interruptRun(signal);
    expect(await checkLeftovers()).toEqual({ stdout: message, stderr: "" });
  });

  it("by SIGKILL leaves no process, and a folder that the next run removes", async () => {
    await interruptRun("SIGKILL");
    const stderr = expect.stringMatching(/^A test run left the folder \S+knowledge-base-tests-\d+\n$/);
    await expect(checkLeftovers()).rejects.toMatchObject({ code: 1, stdout: "", stderr });
    await runNext();
    expect(await checkLeftovers()).toEqual({ stdout: message, stderr: "" });
  });
});
