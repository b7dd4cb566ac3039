import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";

test("npm start prints what the README shows", async () => {
  const folder = import.meta.dirname;
  const env = { ...process.env, FORCE_COLOR: "0" };
  const { stdout } = await promisify(execFile)(process.execPath, ["quickstart.ts"], { cwd: folder, env });
  const [, shown] = /```text\n(.*?)\n```/s.exec(await readFile(`${folder}/README.md`, "utf8")) ?? [];
  assert.equal(stdout.trim(), shown);
});
