import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tryProgram } from "../run-program.ts";
import { consumerModules } from "../tarballs/application.ts";

/** A test runner in one of its environments. */
export interface TestRunner {
  /** The arguments of Node that run it. */
  readonly args: readonly string[];
  /** The file with the checks. */
  readonly file: string;
  /** The comment that gives a file the environment node. */
  readonly comment: string;
}

const modules = join(import.meta.dirname, "node_modules");

export const jest = (environment: "node" | "jsdom"): TestRunner => ({
  args: [
    join(consumerModules, "jest/bin/jest.js"),
    `--testEnvironment=${environment === "node" ? environment : join(modules, `jest-environment-${environment}`)}`,
  ],
  file: "checks.test.js",
  comment: "/** @jest-environment node */",
});

export const vitest = (major: "3" | "5", environment: "node" | "happy-dom" | "jsdom"): TestRunner => ({
  args: [
    join(modules, `vitest-${major}/vitest.mjs`),
    "run",
    "--config=checks.config.mjs",
    `--environment=${environment}`,
  ],
  file: "checks.spec.js",
  comment: "// @vitest-environment node",
});

/** Runs the checks as tests, without those that can't pass. Returns the output if it fails. */
export async function runTests(folder: string, { args, file }: TestRunner, without: readonly string[] = []) {
  const names = `--testNamePattern=^(?!${without.join("|") || "$"})`;
  const { status, output } = await tryProgram(process.execPath, [...args, names, file], folder);
  return status === 0 ? undefined : output;
}

/** Returns the same runner with a copy of the checks in a folder that begins with the comment. */
export function withComment(folder: string, runner: TestRunner): TestRunner {
  // Test runners find files by parts of their names.
  const file = runner.file.replace("checks", "commented");
  writeFileSync(join(folder, file), `${runner.comment}\n${readFileSync(join(folder, runner.file), "utf8")}`);
  return { ...runner, file };
}
