import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { install } from "../install.ts";
import { runProgram } from "../run-program.ts";
import { createApplication } from "../tarballs/application.ts";
import { startHost } from "./host.ts";
import { rows } from "./rows.ts";

// Runs the same checks of the tarballs in many runtimes, bundlers and frameworks. Arguments are the ids of rows.

const ids = process.argv.slice(2);
const unknown = ids.find((id) => rows.every((row) => row.id !== id));
if (unknown) throw new Error(`There is no row "${unknown}". There are ${rows.map(({ id }) => id).join(", ")}.`);
const selected = rows.filter(({ id }) => ids.length === 0 || ids.includes(id));

await install(import.meta.dirname);
await runProgram(process.execPath, [resolve("node_modules/typescript7/bin/tsc"), "-p", import.meta.dirname], ".");
await using application = await createApplication();
await using host = await startHost();
Object.assign(process.env, {
  DENO_DIR: join(application.folder, ".deno"),
  DENO_NO_UPDATE_CHECK: "1",
  NEXT_TELEMETRY_DISABLED: "1",
});

for (const { id, needs, limitations = {}, run } of selected) {
  if (needs !== undefined && !existsSync(needs)) {
    console.log(`Not run: ${id}, because there is no ${needs}.`);
    continue;
  }
  const context = { ...host.addresses, limitations };
  const problems = await run({ folder: application.folder, context, host }).catch((error: unknown) => [String(error)]);
  if (problems.length > 0) process.exitCode = 1;
  console.log(problems.length > 0 ? `Failed: ${id}\n${problems.join("\n")}` : `Passed: ${id}`);
}
