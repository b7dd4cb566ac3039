import { join } from "node:path";
import { binaries } from "./binaries.ts";
import type { CheckResult } from "./checks/check.ts";
import { runCommandChecks } from "./command-checks.ts";
import type { MatrixRow, Preparation } from "./matrix-row.ts";
import { outputOf, type ProcessRuntime } from "./process-runtime.ts";

/** The permissions that the guide names for the client, and the variable that the setup of the conformance suite reads. */
const denoVariables = [
  "KNOWLEDGE_BASE_URL",
  "KNOWLEDGE_BASE_API_KEY",
  "KNOWLEDGE_BASE_LOG",
  "KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN",
];

const runtimes: readonly (ProcessRuntime & Pick<MatrixRow, "id" | "name" | "dependency">)[] = [
  ...["22", "24", "26"].map((major) => ({
    id: `node-${major}`,
    name: "Node",
    dependency: `node-${major}-linux-x64`,
    binary: () => binaries.node(major),
    programFlags: [],
    commandFlags: [],
  })),
  {
    id: "bun",
    name: "Bun",
    dependency: "bun",
    binary: binaries.bun,
    programFlags: ["run"],
    commandFlags: ["run"],
  },
  {
    id: "deno",
    name: "Deno",
    dependency: "deno",
    binary: binaries.deno,
    programFlags: ["run", "--no-prompt", "--allow-net", `--allow-env=${denoVariables.join()}`],
    commandFlags: ["run", "--no-prompt", "--allow-all"],
  },
];

/** Rows of the runtimes that run programs as processes. */
export const processRows: readonly MatrixRow[] = runtimes.map((runtime) => ({
  id: runtime.id,
  table: "runtimes",
  name: runtime.name,
  dependency: runtime.dependency,
  run: async (preparation) => ({
    version: await readVersion(runtime, preparation),
    checks: [...(await runProgramChecks(runtime, preparation)), ...(await runCommandChecks(runtime, preparation))],
  }),
}));

async function readVersion({ binary }: ProcessRuntime, { folder }: Preparation): Promise<string> {
  const text = await outputOf(binary(), ["--version"], folder);
  return /\d+\.\d+\.\d+/.exec(text)?.[0] ?? text.trim();
}

/** Runs the checks of the client and the server. */
async function runProgramChecks(
  { binary, programFlags }: ProcessRuntime,
  { folder, host: { context } }: Preparation,
): Promise<readonly CheckResult[]> {
  const program = join(folder, "run-in-process.mjs");
  const output = await outputOf(binary(), [...programFlags, program, JSON.stringify(context)], folder);
  const results: readonly CheckResult[] = JSON.parse(output.trim().split("\n").at(-1) ?? "");
  const problem = output.includes("kb_printed_secret") ? `The key was printed:\n${output}` : undefined;
  return [...results, { subject: "client", name: "printing a client and an error shows no key", problem }];
}
