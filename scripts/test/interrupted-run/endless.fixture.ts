import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "vitest";

const endless = "setInterval(() => {}, 1000);";
const parent = `require("node:child_process").spawn(process.execPath, ["-e", "${endless}"]); console.log("started"); ${endless}`;

it("has a folder and processes when it is interrupted", async () => {
  mkdtempSync(join(tmpdir(), "left-"));
  spawn(process.execPath, ["-e", parent], { stdio: ["ignore", "inherit", "ignore"] });
  await new Promise(() => {});
});
