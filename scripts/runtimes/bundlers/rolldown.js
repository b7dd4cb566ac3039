import { rolldown } from "rolldown";
import { failOnWarning } from "./fail-on-warning.js";

const [, , input, file] = process.argv;
const bundle = await rolldown({ input, platform: "browser", onLog: failOnWarning });
await bundle.write({ file, format: "esm", minify: true, codeSplitting: false });
await bundle.close();
