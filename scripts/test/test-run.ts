import { mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "vite";
import type { Reporter } from "vitest/node";

const run = "KNOWLEDGE_BASE_TEST_RUN";
const temporaryFolder = ["TMPDIR", "TMP", "TEMP"];

/** Returns an environment with only `PATH` and the variables of the test run. */
export function createRunEnvironment(): Record<string, string> {
  return Object.fromEntries(["PATH", run, ...temporaryFolder].map((name) => [name, process.env[name] ?? ""]));
}

/**
 * Gives each run of Vitest a temporary folder of its own, which `os.tmpdir()` returns in tests and in the processes that they start,
 * and removes it at the end. A run fails if one of these processes is left then.
 */
export function isolateTestRun(): Plugin {
  return {
    name: "test-run",
    config() {
      if (process.env[run] === String(process.pid)) return;
      const folder = join(tmpdir(), `knowledge-base-tests-${process.pid}`);
      mkdirSync(folder, { recursive: true });
      process.env[run] = String(process.pid);
      for (const name of temporaryFolder) process.env[name] = folder;
      // Without a listener, this signal ends a process without the event below. Vitest listens to SIGINT and SIGTERM.
      process.once("SIGHUP", () => process.exit(129));
      process.once("exit", () => {
        for (const { pid, command } of waitForProcesses()) {
          console.error(`The tests left the process ${pid}: ${command}`);
          process.kill(pid, "SIGKILL");
          process.exitCode = 1;
        }
        rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
      });
    },
  };
}

/** Prints the line that `scripts/check/run.ts` reads, with the numbers of Vitest. A test that is expected to fail doesn't count. */
export const countReporter: Reporter = {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const passed = tests.filter((test) => test.result().state === "passed" && !test.options.fails).length;
    const suites = modules.flatMap((module) => [module, ...module.children.allSuites()]);
    const broken = suites.filter((suite) => suite.errors().length > 0).length + unhandledErrors.length;
    const failed = tests.filter((test) => test.result().state === "failed").length + broken;
    console.log(`${passed} passed, ${failed} failed`);
  },
};

// Waits up to a second for the processes of this run to end, and returns the processes that are left.
function waitForProcesses(): readonly { readonly pid: number; readonly command: string }[] {
  for (let attempt = 0; ; attempt += 1) {
    const processes = findProcesses();
    if (processes.length === 0 || attempt === 10) return processes;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
}

// Returns the other processes of this run. Only on Linux, where the environment of a process can be read.
function findProcesses() {
  const pids = process.platform === "linux" ? readdirSync("/proc").map(Number).filter(Number.isInteger) : [];
  return pids.flatMap((pid) => {
    try {
      const isOfRun = `\0${readFileSync(`/proc/${pid}/environ`, "utf8")}`.includes(`\0${run}=${process.pid}\0`);
      if (!isOfRun || pid === process.pid) return [];
      return [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }];
    } catch {
      return []; // It has ended, or belongs to another user.
    }
  });
}
