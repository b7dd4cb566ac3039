import packageJson from "../../package.json" with { type: "json" };
import { tryProgram } from "../run-program.ts";

// Runs every script `lint:…`, and prints what the failed ones print. Each also runs alone.

const scripts = Object.keys(packageJson.scripts).filter((name) => name.startsWith("lint:"));
for (const name of scripts) {
  const { status, output } = await tryProgram("npm", ["run", "--silent", name], ".");
  console.log(`${status === 0 ? "" : output}npm run ${name}: ${status === 0 ? "passed" : "FAILED"}`);
  if (status !== 0) process.exitCode = 1;
}
