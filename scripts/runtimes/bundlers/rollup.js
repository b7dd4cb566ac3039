import resolve from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import { rollup } from "rollup";
import { failOnWarning } from "./fail-on-warning.js";

const [, , input, file] = process.argv;
const plugins = [resolve({ browser: true }), terser({ module: true })];
const bundle = await rollup({ input, plugins, onLog: failOnWarning });
await bundle.write({ file, format: "es", inlineDynamicImports: true });
await bundle.close();
