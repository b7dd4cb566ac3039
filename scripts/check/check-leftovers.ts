import { readdirSync, readFileSync } from "node:fs";
import { setTimeout } from "node:timers/promises";
import { findAbandonedFolders, isRunning } from "../test/test-run.ts";

// Fails if a finished test run left a process or its temporary folder. Processes have a second to notice that their run is over.
// A run that was killed cannot remove its folder, so the next run does: run a test, then this check. It does not find processes
// that were started without the environment of the run, and folders outside of its temporary folder.

interface Leftover {
  readonly pid: number;
  readonly command: string;
}

/** Returns the processes of finished runs. Only on Linux, where the environment of other processes can be read. */
function findAbandonedProcesses(): Leftover[] {
  const pids = process.platform === "linux" ? readdirSync("/proc").map(Number).filter(Number.isInteger) : [];
  return pids.flatMap((pid) => {
    try {
      const [, run] =
        /(?:^|\0)KNOWLEDGE_BASE_TEST_RUN=(\d+)\0/.exec(readFileSync(`/proc/${pid}/environ`, "utf8")) ?? [];
      if (run === undefined || isRunning(Number(run))) return [];
      return [{ pid, command: readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ") }];
    } catch {
      return []; // It has ended, or belongs to another user.
    }
  });
}

let processes = findAbandonedProcesses();
for (let attempt = 0; attempt < 10 && processes.length > 0; attempt += 1) {
  await setTimeout(100);
  processes = findAbandonedProcesses();
}
const folders = findAbandonedFolders();
for (const { pid, command } of processes) console.error(`A test run left the process ${pid}: ${command}`);
for (const folder of folders) console.error(`A test run left the folder ${folder}`);
if (processes.length > 0 || folders.length > 0) process.exitCode = 1;
else console.log("Finished test runs left no process and no temporary folder.");
