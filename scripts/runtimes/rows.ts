import { join } from "node:path";
import type { Readable } from "node:stream";
import { build } from "esbuild";
import { Miniflare } from "miniflare";
import { chromium } from "playwright";
import { runProgram } from "../run-program.ts";
import { findNode } from "../tarballs/application.ts";
import type { Context } from "../tarballs/consumer/connections.ts";
import { chromium as installed } from "../test/chromium.ts";
import { bundleWithVite, bundleWithWebpack } from "./bundlers.ts";
import { runHandler } from "./handler.ts";
import { runNext } from "./next.ts";
import { jest, runTests, type TestRunner, vitest, withComment } from "./test-runners.ts";

/** A runtime, bundler, framework or test runner in which the checks run. */
export interface Row {
  /** Name on the command line. */
  readonly id: string;
  /** A file without which it can't be run, such as the path of a browser. */
  readonly needs?: string | undefined;
  /** The checks that can't pass. A row fails if one of them passes. */
  readonly limitations?: readonly string[];
  /** Runs the checks in a folder outside of the repository with the tarballs and the programs. Returns their failures. */
  readonly run: (folder: string, context: Context) => Promise<Record<string, string>>;
}

const modules = join(import.meta.dirname, "node_modules");
const { platform, arch } = process;

// `fetch` sends a request again if the connection is reset before the response.
const onKeptConnection = "an unsafe request is sent once if a kept connection is reset";
// `fetch` sends a request again if the status is 421, as its standard allows.
const onMisdirection = "an unsafe request is sent once if its status is 421";
// `fetch` doesn't say whether a connection was lost or never made.
const onUnmadeConnection = "an unsafe request that was never sent is retried";

// The permissions that the guide names for the client, and the variable that the setup of the conformance suite reads.
const denoVariables =
  "KNOWLEDGE_BASE_URL,KNOWLEDGE_BASE_API_KEY,KNOWLEDGE_BASE_LOG,KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN";

export const rows: readonly Row[] = [
  ...["22", "24", "26"].map((major) => ({
    id: `node-${major}`,
    limitations: [onMisdirection],
    ...processRow(findNode(major) ?? `Node ${major}`),
  })),
  {
    id: "bun",
    ...processRow(join(modules, `@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}/bin/bun`)),
  },
  {
    id: "deno",
    limitations: [onKeptConnection],
    ...processRow(
      join(modules, `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}/deno`),
      ["run", "--no-prompt", "--allow-net", `--allow-env=${denoVariables}`],
      ["run", "--no-prompt", "--allow-all"],
    ),
  },
  { id: "workerd", limitations: [onUnmadeConnection], run: runWorker },
  {
    id: "chromium",
    needs: installed.path,
    limitations: [onKeptConnection, onMisdirection, onUnmadeConnection],
    run: runPage,
  },
  { id: "vite", limitations: [onMisdirection], run: (...args) => runBundle(bundleWithVite, ...args) },
  { id: "webpack", limitations: [onMisdirection], run: (...args) => runBundle(bundleWithWebpack, ...args) },
  { id: "next", limitations: [onMisdirection], run: runNext },
  testRow("vitest-3-node", vitest("3", "node"), [onMisdirection]),
  testRow("vitest-3-happy-dom", vitest("3", "happy-dom")),
  testRow("vitest-3-jsdom", vitest("3", "jsdom"), [onMisdirection], "If a test uses jsdom"),
  testRow("vitest-5-node", vitest("5", "node"), [onMisdirection]),
  testRow("vitest-5-happy-dom", vitest("5", "happy-dom")),
  testRow("vitest-5-jsdom", vitest("5", "jsdom"), [onMisdirection]),
  testRow("jest-node", jest("node"), [onMisdirection]),
  testRow("jest-jsdom", jest("jsdom"), [onMisdirection], "TextEncoder is not defined"),
];

// A row of a runtime that runs programs and commands as processes.
function processRow(
  binary: string,
  flags: readonly string[] = [],
  flagsOfCommands: readonly string[] = [],
): Pick<Row, "needs" | "run"> {
  return {
    needs: binary,
    run: async (folder, context) => {
      await runProgram(process.execPath, ["commands.mjs", binary, ...flagsOfCommands], folder);
      return runChecks(folder, binary, ...flags, "run-checks.mjs", JSON.stringify(context));
    },
  };
}

// A problem is what a test prints in an environment in which the client doesn't work: the guide says to add the comment.
function testRow(id: string, runner: TestRunner, without: readonly string[] = [], problem?: string): Row {
  const run = async (folder: string): Promise<Record<string, string>> => {
    if (problem !== undefined) {
      const output = (await runTests(folder, runner)) ?? "it works";
      if (!output.includes(problem)) return { "a file without the comment": output };
    }
    const failure = await runTests(folder, problem === undefined ? runner : withComment(folder, runner), without);
    return failure === undefined ? {} : { [runner.file]: failure };
  };
  return { id, run };
}

async function runBundle(
  bundle: (entry: string, file: string) => Promise<void>,
  folder: string,
  context: Context,
): Promise<Record<string, string>> {
  const file = join(folder, "bundles", `${bundle.name}.mjs`);
  await bundle(join(folder, "run-checks.mjs"), file);
  return runChecks(folder, process.execPath, file, JSON.stringify(context));
}

// Runs `run-checks.mjs`, whose last line has the failures.
async function runChecks(folder: string, binary: string, ...args: readonly string[]): Promise<Record<string, string>> {
  const printed = await runProgram(binary, args, folder);
  if (printed.includes("kb_printed_secret")) return { "the key is not printed": printed };
  return JSON.parse(printed.trimEnd().split("\n").at(-1) ?? "");
}

async function runWorker(folder: string, context: Context): Promise<Record<string, string>> {
  const script = await bundleProgram(
    folder,
    `import { handle } from "./connections.mjs";
    export default { fetch: handle };`,
  );
  // With the date of the Worker, features of Node are on by default.
  const compatibilityFlags = ["no_nodejs_compat", "no_nodejs_compat_v2"];
  const worker = new Miniflare({
    modules: true,
    script,
    compatibilityDate: "2026-07-01",
    compatibilityFlags,
    // It prints a stack for each host that it doesn't find.
    handleRuntimeStdio: (...outputs: Readable[]) => outputs.map((output) => output.resume()),
  });
  try {
    return await runHandler(String(await worker.ready), context);
  } finally {
    await worker.dispose();
  }
}

async function runPage(folder: string, context: Context): Promise<Record<string, string>> {
  const content = await bundleProgram(
    folder,
    `import { findAllFailures } from "./connections.mjs";
    globalThis.failures = findAllFailures(${JSON.stringify(context)});`,
  );
  const browser = await chromium.launch({ executablePath: installed.path, args: installed.flags });
  try {
    const page = await browser.newPage();
    await page.goto(context.hostUrl);
    await page.addScriptTag({ type: "module", content });
    return await page.evaluate("failures");
  } finally {
    await browser.close();
  }
}

// Returns the bundle of a program, for runtimes that find no packages.
async function bundleProgram(folder: string, contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2024",
  });
  return outputFiles[0]?.text ?? "";
}
