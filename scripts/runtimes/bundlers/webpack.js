import webpack from "webpack";
import { runCompiler } from "./run-compiler.js";

await runCompiler(webpack);
