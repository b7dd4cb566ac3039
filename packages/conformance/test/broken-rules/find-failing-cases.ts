import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { BrokenRule } from "./broken-rule.ts";

const folder = import.meta.dirname;
const nodeFlags = ["--conditions=@knowledge-base/source", "--import", resolve(folder, "break-rule.ts")];

/** Runs the suite against a server with a broken rule, or with none, and returns the cases that do not pass. */
export async function findFailingCases(rule?: BrokenRule): Promise<string[]> {
  const args = [...nodeFlags, resolve(folder, "print-failing-cases.ts"), ...(rule ? [rule.name] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.split("\n").filter((line) => line !== "");
}
