import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";

/** How a run of the command ended, and what it said. */
export interface Ending {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const commandLine = [
  "--conditions=@knowledge-base/source",
  "--disable-warning=ExperimentalWarning",
  fileURLToPath(new URL("../src/cli.ts", import.meta.url)),
];

/** Runs `knowledge-base-conformance`, without what the environment of the tests says of a service. */
export function runCommand(args: readonly string[], variables: Record<string, string> = {}): Promise<Ending> {
  const { KNOWLEDGE_BASE_URL: _, KNOWLEDGE_BASE_API_KEY: __, ...environment } = process.env;
  return new Promise((resolve) => {
    const options = { env: { ...environment, ...variables } };
    execFile(process.execPath, [...commandLine, ...args], options, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}
