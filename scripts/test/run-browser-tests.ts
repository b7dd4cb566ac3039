import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chromium } from "./chromium.ts";

// Runs the tests of web pages. Without Chromium it fails, or passes with --if-possible.

const command = ["run", "--project=browser", "--project=navigation"];
const args = process.argv.slice(2);
const optional = args.includes("--if-possible");
if (existsSync(chromium.path)) {
  const filters = args.filter((argument) => argument !== "--if-possible");
  const { status } = spawnSync("vitest", [...command, ...filters], { stdio: "inherit" });
  process.exitCode = status ?? 1;
} else {
  console.error(
    `${optional ? "Skipped" : "Failed to run"} the tests in Chromium: there is none at ${chromium.path}. ` +
      "Install it there, or set CHROMIUM_PATH to its path.",
  );
  process.exitCode = optional ? 0 : 1;
}
