import { basename, resolve } from "node:path";
import { buildFiles } from "@knowledge-base/inspector/build";
import type { Plugin } from "esbuild";
import { defineConfig, type Options } from "tsup";
import { readEntryPoints } from "../manifests.ts";
import { writeLicenses } from "./licenses.ts";

// Builds the JavaScript of the package in the current folder.

const source = "@knowledge-base/source";
const { modules, required, commands } = readEntryPoints(".");

const bundled = ["@knowledge-base/internal", "@knowledge-base/inspector"];

const name = basename(process.cwd());
const isSdk = name === "sdk";

// The parts of zod that a package uses are bundled: zod's many small modules take longer to load than all other code.
const bundledZod = name === "types" ? [] : [/^zod\//];

// Modules with a file of their own, so that a bundler leaves them out where only another export of the package is imported.
const separate = isSdk ? ["./src/knowledge-base.ts"] : [];

// Modules that contain all their code, so that loading them doesn't load zod.
const isSelfContained = (module: string) => module === (isSdk ? "./src/prompt.ts" : "./src/factories.ts");

// The modules whose code is in the bundles.
const bundledModules = new Set<string>();

// Replaces the module that builds the inspector by a module that contains its files.
const inlineInspector: Plugin = {
  name: "inline-inspector",
  setup(build) {
    build.onLoad({ filter: /\/packages\/inspector\/src\/files\.ts$/ }, async () => {
      const { files, modules } = await buildFiles();
      for (const module of modules) bundledModules.add(resolve("../inspector/src", module));
      return { contents: `export const files = async () => (${JSON.stringify(files)});`, loader: "js" };
    });
  },
};

const licenses: Plugin = {
  name: "licenses",
  setup(build) {
    build.onEnd(({ metafile }) => {
      const inputs = Object.values(metafile?.outputs ?? {}).flatMap((output) => Object.entries(output.inputs));
      for (const [path, { bytesInOutput }] of inputs) if (bytesInOutput > 0) bundledModules.add(resolve(path));
      writeLicenses(bundledModules, "dist/third-party-licenses.txt");
    });
  },
};

const options: Options = {
  platform: "neutral",
  target: "es2024",
  tsconfig: "../../tsconfig.json",
  treeshake: { moduleSideEffects: "no-external" },
  external: [/^node:/],
  removeNodeProtocol: false,
  esbuildPlugins: [inlineInspector, licenses],
  esbuildOptions(esbuild) {
    // "module" is the default, which a condition of our own would replace.
    esbuild.conditions = [source, "module"];
  },
};

const esm: Options = { ...options, format: "esm", noExternal: [...bundled, ...bundledZod] };

// Dependencies that have no CommonJS, which Jest needs.
const modulesOnly = ["ky", "is-network-error"];

// Split, so that the classes of a package are the same whichever of its entries they come from.
const cjs: Options = {
  ...options,
  format: "cjs",
  splitting: true,
  noExternal: [...bundled, ...bundledZod, ...modulesOnly],
};

const isShared = (module: string) => !isSelfContained(module);

export default defineConfig([
  { ...esm, entry: [...modules.filter(isShared), ...separate, ...commands] },
  { ...cjs, entry: required.filter(isShared) },
  ...modules.filter(isSelfContained).map((entry) => ({
    ...options,
    entry: [entry],
    format: ["esm", "cjs"],
    noExternal: [/^@knowledge-base\/(internal|types)/],
  })),
] as Options[]);
