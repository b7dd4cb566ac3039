import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { createRunEnvironment } from "../../../../scripts/test/test-run.ts";

const script = fileURLToPath(new URL("./fixtures/run.ts", import.meta.url));

/** Result of a test. */
export interface ReportedTest {
  readonly name: string;
  readonly state: string;
  readonly errors: readonly { readonly message: string; readonly stack?: string; readonly diff?: string }[];
}

/** Output of a test run. */
export interface Report {
  /** Output of the reporter. */
  readonly shown: string;
  readonly tests: readonly ReportedTest[];
}

/** Runs the fixtures in a process of their own, because most of them fail. */
export async function runFixtures(): Promise<Report> {
  const { stdout } = await promisify(execFile)(process.execPath, [script], {
    env: { ...createRunEnvironment(), NO_COLOR: "1" },
    timeout: 55_000,
  });
  return JSON.parse(stdout);
}
