import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { runProgram } from "../run-program.ts";
import { consumerModules, findNode } from "../tarballs/application.ts";
import { findProblems } from "../tarballs/consumer/checks.ts";
import type { Context } from "../tarballs/consumer/connections.ts";
import { browsers, openPage } from "./browsers.ts";
import { bundlers } from "./bundlers.ts";
import type { Host } from "./host.ts";
import { runNext } from "./next.ts";

/** A runtime, bundler or framework in which the checks run. */
export interface Row {
  /** Name on the command line. */
  readonly id: string;
  /** A file without which it cannot be run, such as the path of a browser. */
  readonly needs?: string | undefined;
  /** The checks that cannot pass, with what happens. A row fails if one of them passes. */
  readonly limitations?: Readonly<Record<string, string>>;
  /** Returns what is wrong. */
  readonly run: (application: Application) => Promise<readonly string[]>;
}

/** What the rows share. */
export interface Application {
  /** A folder outside of the repository with the tarballs and the programs. */
  readonly folder: string;
  readonly context: Context;
  readonly host: Host;
}

const modules = join(import.meta.dirname, "node_modules");
const { platform, arch } = process;

const onNewConnection = "an unsafe request is sent once if a new connection is reset";
const onKeptConnection = "an unsafe request is sent once if a kept connection is reset";
const onMisdirection = "an unsafe request is sent once if its status is 421";

const sentTwice = "fetch sends a request again if the connection is reset before the response.";
const limitationsOfNode = {
  [onMisdirection]: "fetch sends a request again if the status is 421, as its standard allows.",
};
const limitationsOfBrowsers = { ...limitationsOfNode, [onKeptConnection]: sentTwice };
const limitationsOfDeno = { [onNewConnection]: sentTwice, [onKeptConnection]: sentTwice };

/** The permissions that the guide names for the client, and the variable that the setup of the conformance suite reads. */
const denoVariables =
  "KNOWLEDGE_BASE_URL,KNOWLEDGE_BASE_API_KEY,KNOWLEDGE_BASE_LOG,KNOWLEDGE_BASE_SERVER_CONTROL_TOKEN";

export const rows: readonly Row[] = [
  ...["22", "24", "26"].map((major) => ({
    id: `node-${major}`,
    limitations: limitationsOfNode,
    ...processRow(findNode(major) ?? `Node ${major}`),
  })),
  {
    id: "bun",
    ...processRow(join(modules, `@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}/bin/bun`)),
  },
  {
    id: "deno",
    limitations: limitationsOfDeno,
    ...processRow(
      join(modules, `@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}/deno`),
      ["run", "--no-prompt", "--allow-net", `--allow-env=${denoVariables}`],
      ["run", "--no-prompt", "--allow-all"],
    ),
  },
  // With the date of the Worker, features of Node are on by default.
  { id: "workerd", run: (application) => runWorker(application, ["no_nodejs_compat", "no_nodejs_compat_v2"]) },
  { id: "workerd-nodejs-compat", run: (application) => runWorker(application, ["nodejs_compat"]) },
  ...Object.entries(browsers).map(([id, browser]) => ({
    id,
    needs: browser.path,
    limitations: limitationsOfBrowsers,
    run: async ({ folder, context, host }: Application) => {
      const script = await bundleProgram(
        folder,
        `const problems = await findAllProblems(${JSON.stringify(context)});
        await fetch("/problems", { method: "POST", body: JSON.stringify(problems) });`,
      );
      const { url, problems } = host.servePage(script);
      return openPage(browser, url, problems);
    },
  })),
  ...Object.entries(bundlers).map(([id, bundle]) => ({
    id,
    limitations: limitationsOfNode,
    run: async ({ folder, context }: Application) => {
      const file = join(folder, `bundles/${id}.mjs`);
      await bundle(join(folder, "run-checks.mjs"), file);
      await runProgram(process.execPath, [file, JSON.stringify(context)], folder);
      return [];
    },
  })),
  { id: "next", run: ({ folder, context }) => runNext(folder, context) },
  {
    id: "typescript",
    limitations: {
      "TypeScript 5.9, node10, peers.ts":
        "The declarations of msw and Vitest import modules that node10 does not find.",
      "TypeScript 6.0, node10, peers.ts":
        "The declarations of msw and Vitest import modules that node10 does not find.",
    },
    run: ({ folder, context }) => findProblems(compilations(folder), context.limitations),
  },
];

/** A row of a runtime that runs programs and commands as processes. */
function processRow(
  binary: string,
  flags: readonly string[] = [],
  flagsOfCommands: readonly string[] = [],
): Pick<Row, "needs" | "run"> {
  return {
    needs: binary,
    run: async ({ folder, context }) => {
      const printed = await runProgram(binary, [...flags, "run-checks.mjs", JSON.stringify(context)], folder);
      await runProgram(process.execPath, ["commands.mjs", binary, ...flagsOfCommands], folder);
      return printed.includes("kb_printed_secret") ? [`The key was printed:\n${printed}`] : [];
    },
  };
}

async function runWorker({ folder, context }: Application, compatibilityFlags: string[]): Promise<readonly string[]> {
  const { Miniflare } = await import("miniflare");
  const script = await bundleProgram(
    folder,
    `export default { fetch: async (request) => Response.json(await findAllProblems(await request.json())) };`,
  );
  const worker = new Miniflare({ modules: true, script, compatibilityDate: "2026-07-01", compatibilityFlags });
  try {
    const response = await worker.dispatchFetch("http://worker", { method: "POST", body: JSON.stringify(context) });
    return (await response.json()) as readonly string[];
  } finally {
    await worker.dispose();
  }
}

/** Returns the bundle of a program that runs the checks, for runtimes that find no packages. */
async function bundleProgram(folder: string, program: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: `import { findAllProblems } from "./connections.mjs";\n${program}`, resolveDir: folder },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2024",
  });
  return outputFiles[0]?.text ?? "";
}

/** Compilations with the resolutions that the test of the tarballs does not use. TypeScript 7 has no `node10`. */
function compilations(folder: string): Readonly<Record<string, () => Promise<void>>> {
  const compilers = {
    "5.9": { path: join(consumerModules, "typescript5.9"), resolutions: ["bundler", "node10"] },
    "6.0": { path: resolve("node_modules/typescript"), resolutions: ["bundler", "node10"] },
    "7.0": { path: resolve("node_modules/typescript7"), resolutions: ["bundler"] },
  };
  const all = Object.entries(compilers).flatMap(([version, { path, resolutions }]) =>
    resolutions.flatMap((moduleResolution) =>
      ["checks.ts", "listener.ts", "peers.ts"].map((file) => {
        const name = `TypeScript ${version}, ${moduleResolution}, ${file}`;
        const run = async () => {
          const project = join(folder, `tsconfig.${moduleResolution}.${file}.json`);
          const module = moduleResolution === "bundler" ? "esnext" : "commonjs";
          // TypeScript 6 warns that the next version has no `node10`.
          const deprecations = version === "6.0" ? { ignoreDeprecations: "6.0" } : {};
          const compilerOptions = { module, moduleResolution, esModuleInterop: true, ...deprecations };
          const extended = file === "peers.ts" ? "./tsconfig.peers.json" : "./tsconfig.json";
          writeFileSync(project, JSON.stringify({ extends: extended, compilerOptions, files: [file] }));
          await runProgram(process.execPath, [join(path, "bin/tsc"), "-p", project], folder);
        };
        return [name, run] as const;
      }),
    ),
  );
  return Object.fromEntries(all);
}
