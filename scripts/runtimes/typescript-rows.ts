import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runInParallel } from "../run-in-parallel.ts";
import { copyPrograms } from "../tarballs/install-packages.ts";
import type { CheckResult } from "./checks/check.ts";
import type { MatrixRow, Preparation } from "./matrix-row.ts";
import { runToEnd } from "./process-runtime.ts";
import { toolPath, toolVersion } from "./tools.ts";

/** The ways in which TypeScript finds the declarations of packages, and the kinds of modules to compile with each of them. */
const resolutions = {
  node10: { module: "commonjs", extensions: ["ts"] },
  node16: { module: "node16", extensions: ["ts", "mts"] },
  nodenext: { module: "nodenext", extensions: ["ts", "mts"] },
  bundler: { module: "esnext", extensions: ["ts"] },
} as const;

type Resolution = keyof typeof resolutions;

/** Programs of the folder `consumer/`, which import every entry of the packages. */
const programs: readonly Program[] = [
  { title: "the entries", names: ["consumer", "node-consumer"], types: [] },
  // msw and Vitest have only modules.
  { title: "the entries for msw and Vitest", names: ["peer-consumer"], types: [], onlyModules: true },
  { title: "the MCP server, with the types of Node", names: ["using-consumer"], types: ["node"], onlyModules: true },
];

interface Program {
  readonly title: string;
  readonly names: readonly string[];
  readonly types: readonly string[];
  /** Whether it is not compiled as CommonJS where a file can be both. */
  readonly onlyModules?: boolean;
}

/** Rows of the versions of TypeScript. Each compiles the programs, and checks the declarations of the packages too. */
export const typescriptRows: readonly MatrixRow[] = ["5.5", "5.6", "5.7", "5.8", "5.9", "6.0", "7.0"].map((minor) => ({
  id: `typescript-${minor}`,
  table: "typescript",
  name: "TypeScript",
  dependency: `typescript-${minor}`,
  run: (preparation) => runCompiler(`typescript-${minor}`, preparation),
}));

async function runCompiler(compiler: string, { folder: parent }: Preparation) {
  const folder = join(parent, compiler);
  mkdirSync(folder);
  copyPrograms(folder);
  const tsc = toolPath(compiler, "bin/tsc");
  const checks: CheckResult[] = [];
  const tasks = (Object.keys(resolutions) as Resolution[]).flatMap((resolution) =>
    programs.map((program, index) => async () => {
      const project = join(folder, `tsconfig.${resolution}.${index}.json`);
      writeFileSync(project, JSON.stringify(configurationOf(compiler, resolution, program)));
      const { output, code } = await runToEnd(process.execPath, [tsc, "-p", project], folder);
      const problem = code === 0 ? undefined : output.slice(0, 3000);
      checks.push({ subject: resolution, name: `${program.title} with ${resolution}`, problem });
    }),
  );
  await runInParallel(tasks);
  return { version: toolVersion(compiler), checks };
}

function configurationOf(compiler: string, resolution: Resolution, { names, types, onlyModules }: Program): object {
  const { module, extensions } = resolutions[resolution];
  const used = onlyModules ? extensions.slice(-1) : extensions;
  return {
    compilerOptions: {
      target: "es2022",
      lib: ["esnext", "dom", "dom.iterable"],
      types,
      module,
      moduleResolution: resolution,
      // TypeScript 6 warns that the next version has no `node10`.
      ...(compiler === "typescript-6.0" && resolution === "node10" && { ignoreDeprecations: "6.0" }),
      esModuleInterop: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      noEmit: true,
      skipLibCheck: false,
      skipDefaultLibCheck: true,
    },
    files: names.flatMap((name) => used.map((extension) => `${name}.${extension}`)),
  };
}
