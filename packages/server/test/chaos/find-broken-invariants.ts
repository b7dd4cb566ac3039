import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { ProjectCopy } from "../../../conformance/test/project-copy.ts";

// Breaks each invariant in a copy of the project, and requires that a run of at most a minute finds it.

interface BrokenRule {
  readonly name: string;
  readonly file: string;
  /** The code, and what replaces it. */
  readonly edit: readonly [code: string, replacement: string];
  /** What the run must report. */
  readonly found: RegExp;
}

const brokenRules: readonly BrokenRule[] = [
  {
    name: "an unsafe operation is sent again after a lost response",
    file: "packages/sdk/src/call/retry-policy.ts",
    edit: [`if (idempotency === "unsafe" && !hadNoEffect)`, `if (idempotency === "unsafe" && hadNoEffect)`],
    found: /was sent again/,
  },
  {
    name: "attempts have no timeout and no deadline",
    file: "packages/sdk/src/call/call-deadline.ts",
    edit: ["Math.min(timeoutMs, remainingMs)", "Math.min(timeoutMs, remainingMs) * 20"],
    found: /took \d/,
  },
  {
    name: "errors have the wrong type",
    file: "packages/sdk/src/call/fetch-failure.ts",
    edit: [
      "  const cause = sanitizeCause(thrown, redact);",
      "  if (1 < 2) throw thrown;\n  const cause = sanitizeCause(thrown, redact);",
    ],
    found: /failed with the code/,
  },
  {
    name: "errors show the API key",
    file: "packages/sdk/src/call/create-request-redactor.ts",
    edit: ["createRedactor([...keys, ...secrets])", "createRedactor([...keys, ...secrets].slice(9))"],
    found: /shows the API key/,
  },
  {
    name: "the server forgets one flag of a binding",
    file: "packages/server/src/operations/bindings-update.ts",
    edit: [
      `store.put({ array: "bindings", record: updated })`,
      `store.put({ array: "bindings", record: { ...updated, notifyBriefs: true } })`,
    ],
    found: /differs from the model|had the response/,
  },
];

const print = (line: string) => process.stdout.write(`${line}\n`);
const copy = await ProjectCopy.create(["src", "test"]);
let missed = 0;
try {
  for (const { name, file, edit, found } of brokenRules) {
    const start = performance.now();
    const report = await copy.change({ [file]: (source) => source.replace(...edit) }, runChaos);
    const isFound = found.test(report);
    if (!isFound) missed += 1;
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    print(`${isFound ? `found after ${seconds} s` : "MISSED"}: ${name}`);
    if (!isFound) print(report.slice(0, 2000));
  }
} finally {
  await copy.remove();
}
if (missed > 0) process.exitCode = 1;

async function runChaos(folder: string): Promise<string> {
  const program = join(folder, "packages/server/test/chaos/run-chaos.ts");
  const child = spawn(process.execPath, [...process.execArgv, program, "--minutes=1"], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return output + errors;
}
