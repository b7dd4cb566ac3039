import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runProgram } from "../run-program.ts";
import { consumerModules } from "../tarballs/application.ts";

/** A test runner in one of its environments. */
export interface TestRunner {
  /** The arguments of Node that run it, and let it report as Jest does. */
  readonly args: readonly string[];
  /** The file with the checks. */
  readonly file: string;
  /** The comment that gives a file the environment node. */
  readonly comment: string;
}

// The part that is read of a report, which is the same in Jest and Vitest.
interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const modules = join(import.meta.dirname, "node_modules");

export const jest = (environment: "node" | "jsdom"): TestRunner => ({
  args: [
    join(consumerModules, "jest/bin/jest.js"),
    `--testEnvironment=${environment === "node" ? environment : join(modules, `jest-environment-${environment}`)}`,
    "--json",
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
    "--reporter=json",
  ],
  file: "checks.spec.js",
  comment: "// @vitest-environment node",
});

/** Runs the checks as tests. Returns their failures. */
export async function runTests(folder: string, { args, file }: TestRunner): Promise<Record<string, string>> {
  const path = join(folder, "report.json");
  rmSync(path, { force: true });
  const run = runProgram(process.execPath, [...args, `--outputFile=${path}`, file], folder);
  const error = await run.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!existsSync(path)) throw error;
  const { testResults }: Report = JSON.parse(readFileSync(path, "utf8"));
  const failed = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status !== "passed");
  // A file may fail before its tests.
  if (error && failed.length === 0) throw error;
  return Object.fromEntries(failed.map(({ title, failureMessages }) => [title, failureMessages.join("\n")]));
}

/** The name of a limitation: the client doesn't work in the environment, and the guide says to add the comment. */
export const withoutComment = "a file without a comment for its environment";

/**
 * Runs the checks in a file with the comment. Returns their failures, and the failure of the file without the comment.
 *
 * @param problem - the text by which users recognize that the file needs the comment
 */
export async function runTestsWithComment(
  folder: string,
  runner: TestRunner,
  problem: string,
): Promise<Record<string, string>> {
  const output = await runTests(folder, runner).then(JSON.stringify, String);
  // Test runners find files by parts of their names.
  const file = runner.file.replace("checks", "commented");
  writeFileSync(join(folder, file), `${runner.comment}\n${readFileSync(join(folder, runner.file), "utf8")}`);
  return {
    ...(output.includes(problem) && { [withoutComment]: output }),
    ...(await runTests(folder, { ...runner, file })),
  };
}
