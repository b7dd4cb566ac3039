import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const endWithRun = fileURLToPath(new URL("end-with-run.cjs", import.meta.url));
const folderName = /^knowledge-base-tests-(\d+)$/;
const temporaryFolderVariables = ["TMPDIR", "TMP", "TEMP"];

/** Variables by which a process belongs to a test run: it ends with the run, and its temporary files are in the run's folder. */
const runVariables = ["KNOWLEDGE_BASE_TEST_RUN", "NODE_OPTIONS", ...temporaryFolderVariables];

/** Environment of a process that belongs to the test run, without any other variable of this process except `PATH`. */
export function createRunEnvironment(): Record<string, string> {
  return Object.fromEntries(["PATH", ...runVariables].map((name) => [name, process.env[name] ?? ""]));
}

/**
 * Gives each run of Vitest a temporary folder of its own, which everything uses that asks for the temporary folder of the
 * system. It is removed when the run ends; if the run was killed, the next one removes it. Processes of the run end with it.
 */
export function testRun(): Plugin {
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
        NODE_OPTIONS: options.includes(endWithRun) ? options : `${options} --require=${JSON.stringify(endWithRun)}`,
        ...Object.fromEntries(temporaryFolderVariables.map((name) => [name, folder])),
      });
    },
  };
}

/** Returns the temporary folders of runs that are over. */
export function findAbandonedFolders(): string[] {
  return readdirSync(tmpdir())
    .filter((name) => {
      const [, pid] = folderName.exec(name) ?? [];
      return pid !== undefined && !isRunning(Number(pid));
    })
    .map((name) => join(tmpdir(), name));
}

/** Whether a process exists, be it one of another user. */
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
