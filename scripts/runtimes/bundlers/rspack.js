import { rspack } from "@rspack/core";
import { runCompiler } from "./run-compiler.js";

await runCompiler(rspack);
