import { writeSync } from "node:fs";
import { format, getCallSites } from "node:util";
import "./example-host.ts";

/** Where the one who runs the program reads what it prints, a line of JSON for each call. */
const output = 3;

Object.defineProperty(console, "log", {
  value: (...values: readonly unknown[]) => {
    const [, site] = getCallSites();
    writeSync(output, `${JSON.stringify({ line: site?.lineNumber, text: format(...values) })}\n`);
  },
});
