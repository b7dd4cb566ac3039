import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import type { BrokenRule } from "./broken-rules.ts";

const folder = import.meta.dirname;
const preparation = ["--conditions=@knowledge-base/source", "--import", resolve(folder, "break-rule.ts")];

/** The cases that a server does not pass in which a rule is broken, or none. */
export async function findFailingCases(rule?: BrokenRule): Promise<string[]> {
  const args = [...preparation, resolve(folder, "print-failing-cases.ts"), ...(rule ? [rule.name] : [])];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return stdout.split("\n").filter((line) => line !== "");
}
