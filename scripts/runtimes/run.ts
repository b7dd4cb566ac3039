import { existsSync } from "node:fs";
import { join } from "node:path";
import { checkFolder } from "../check-folder.ts";
import { install } from "../install.ts";
import { consumer, createApplication } from "../tarballs/application.ts";

// Runs the same checks of the tarballs in many runtimes, bundlers, frameworks and test runners. Arguments are the ids of rows.

await install("scripts/runtimes");
await install(consumer);
await checkFolder("scripts/runtimes");
// These import what has just been installed.
const { rows } = await import("./rows.ts");
const { startHost } = await import("./host.ts");

const ids = process.argv.slice(2);
const unknown = ids.find((id) => rows.every((row) => row.id !== id));
if (unknown) throw new Error(`There is no row "${unknown}". There are ${rows.map(({ id }) => id).join(", ")}.`);

await using application = await createApplication();
await using context = await startHost();
Object.assign(process.env, {
  CHECKS_CONTEXT: JSON.stringify(context),
  DENO_DIR: join(application.path, ".deno"),
  DENO_NO_UPDATE_CHECK: "1",
  NEXT_TELEMETRY_DISABLED: "1",
});

for (const { id, needs, limitations = [], run } of rows.filter((row) => ids.length === 0 || ids.includes(row.id))) {
  if (needs !== undefined && !existsSync(needs)) {
    console.log(`Not run: ${id}, because there is no ${needs}.`);
    continue;
  }
  const problems = await run(application.path, context).then(
    (failures) => [
      ...Object.entries(failures).flatMap(([name, error]) => (limitations.includes(name) ? [] : [`${name}: ${error}`])),
      ...limitations
        .filter((name) => !(name in failures))
        .map((name) => `${name}: it passes, so it isn't a limitation`),
    ],
    (error: unknown) => [String(error)],
  );
  if (problems.length > 0) process.exitCode = 1;
  console.log(problems.length > 0 ? `Failed: ${id}\n${problems.join("\n")}` : `Passed: ${id}`);
}
