import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { installTarballs } from "../tarballs/install-packages.ts";
import { matrix, selectRows } from "./matrix.ts";
import { judgeRow, type StoredRow, writeResults } from "./matrix-results.ts";
import { CannotRunError, type MatrixRow, type Preparation } from "./matrix-row.ts";
import { preparePrograms } from "./prepare-programs.ts";
import { startHost } from "./start-host.ts";
import { installTools } from "./tools.ts";

// Runs the same checks of the tarballs in many runtimes, bundlers, frameworks and compilers, and stores the results for the guide.
// Arguments are the names of rows. With --if-possible, a row that this machine cannot run is no failure.

const { positionals, values } = parseArgs({ allowPositionals: true, options: { "if-possible": { type: "boolean" } } });
const optional = values["if-possible"] ?? false;
const rows = selectRows(positionals);
const passed: StoredRow[] = [];
let notRun = 0;

await installTools();
const folder = mkdtempSync(join(tmpdir(), "runtime-matrix-"));
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
process.once("exit", removeFolder);
// Without a listener, a signal ends a process without the event above.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => process.exit(1));
await runRows();

const stored = passed.length > 0;
if (stored)
  writeResults(
    passed,
    matrix.map(({ id }) => id),
  );
const failed = rows.length - passed.length - notRun;
console.log(`${passed.length} of ${rows.length} rows passed, ${failed} failed, ${notRun} not run.`);
if (stored) console.log("npm run docs:generate writes the results into the guide.");
if (failed > 0 || (notRun > 0 && !optional)) process.exitCode = 1;

async function runRows(): Promise<void> {
  await using host = await startHost();
  await installTarballs(folder);
  await preparePrograms(folder);
  for (const row of rows) await runRow(row, { folder, host });
}

async function runRow(row: MatrixRow, preparation: Preparation): Promise<void> {
  try {
    const result = await row.run(preparation);
    const verdict = judgeRow(row, result);
    const label = `${row.id} (${row.name} ${result.version})`;
    if (verdict.problems.length > 0) {
      console.error(`Failed: ${label}\n${verdict.problems.map((problem) => `  ${problem}`).join("\n")}`);
      return;
    }
    passed.push(verdict.stored);
    const { subjects, kilobytes } = verdict.stored;
    const parts = [
      ...Object.entries(subjects).map(([subject, { passed: count, limited }]) =>
        limited.length === 0 ? `${subject} ${count}` : `${subject} ${count} (${limited.length} limited)`,
      ),
      ...(kilobytes === undefined ? [] : [`${kilobytes} KB`]),
    ];
    console.log(`Passed: ${label}: ${parts.join(", ")}`);
  } catch (error) {
    if (error instanceof CannotRunError) {
      notRun += 1;
      console.error(`Not run: ${row.id}. ${error.message}`);
    } else console.error(`Failed: ${row.id}\n  ${error instanceof Error ? error.stack : String(error)}`);
  }
}
