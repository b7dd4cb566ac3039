import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isShort, printFigures } from "./figures.ts";

// Runs `npm test`, and prints how long it took and how much CPU time all of its processes used. With --short it runs one file.

const command = isShort ? "npm test -- packages/types/test/path-params.test.ts" : "npm test";
const folder = mkdtempSync(join(tmpdir(), "knowledge-base-bars-"));
try {
  const start = performance.now();
  // Node does not report the CPU time of child processes. `times` of the shell does, on its second line.
  const { status, stdout } = spawnSync("sh", ["-c", `${command} >&2; status=$?; times; exit $status`], {
    encoding: "utf8",
    env: { ...process.env, TEST_RESULTS: folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const seconds = (performance.now() - start) / 1000;
  if (status !== 0) throw new Error("npm test failed.");
  const { numPassedTests }: { readonly numPassedTests: number } = JSON.parse(
    readFileSync(join(folder, "test.json"), "utf8"),
  );
  printFigures({
    "tests.time": { value: seconds },
    "tests.cpu": { value: readChildTime(stdout) },
    "tests.count": { value: numPassedTests },
  });
} finally {
  rmSync(folder, { recursive: true });
}

/** Returns the seconds that child processes used, from the output of `times`: `0m0.01s 0m0.00s`, and a line for the children. */
function readChildTime(text: string): number {
  const [, children = ""] = text.split("\n");
  const times = Array.from(
    children.matchAll(/(\d+)m([\d.]+)s/g),
    ([, minutes, rest]) => Number(minutes) * 60 + Number(rest),
  );
  if (times.length !== 2) throw new Error(`Failed to read the CPU time from the output of the shell: ${text}`);
  return times.reduce((sum, time) => sum + time, 0);
}
