import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const exitWithTestRun = fileURLToPath(new URL("exit-with-test-run.cjs", import.meta.url));
const folderName = /^knowledge-base-tests-(\d+)$/;
const temporaryFolderVariables = ["TMPDIR", "TMP", "TEMP"];

/** Variables that make a process end with its test run and put its temporary files into the run's folder. */
const runVariables = ["KNOWLEDGE_BASE_TEST_RUN", "NODE_OPTIONS", ...temporaryFolderVariables];

/** Returns an environment with only `PATH` and the variables of the test run. */
export function createRunEnvironment(): Record<string, string> {
  return Object.fromEntries(["PATH", ...runVariables].map((name) => [name, process.env[name] ?? ""]));
}

/**
 * Makes each run of Vitest use its own folder as the temporary folder of the system, and end its processes. The folder is
 * removed when the run ends; if the run was killed, the next one removes it.
 */
export function isolateTestRun(): Plugin {
  return {
    name: "test-run",
    config() {
      const { KNOWLEDGE_BASE_TEST_RUN: run, NODE_OPTIONS: options = "" } = process.env;
      if (run === String(process.pid)) return;
      removeFolders(findAbandonedFolders());
      const folder = join(tmpdir(), `knowledge-base-tests-${process.pid}`);
      mkdirSync(folder, { recursive: true });
      process.once("exit", () => removeFolders([folder]));
      // Without a listener, a signal ends a process without the event above. Vitest listens to SIGINT and SIGTERM.
      process.once("SIGHUP", () => process.exit(129));

      Object.assign(process.env, {
        KNOWLEDGE_BASE_TEST_RUN: String(process.pid),
        NODE_OPTIONS: options.includes(exitWithTestRun)
          ? options
          : `${options} --require=${JSON.stringify(exitWithTestRun)}`,
        ...Object.fromEntries(temporaryFolderVariables.map((name) => [name, folder])),
      });
    },
  };
}

/** Returns the temporary folders of finished runs. */
export function findAbandonedFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => {
      const [, pid] = folderName.exec(name) ?? [];
      return pid !== undefined && !isRunning(Number(pid));
    })
    .map((name) => join(tmpdir(), name));
}

/** Returns whether a process exists, even if it belongs to another user. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function removeFolders(folders: readonly string[]): void {
  for (const folder of folders) if (existsSync(folder)) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
