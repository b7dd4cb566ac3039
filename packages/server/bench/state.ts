import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { MeasuredCommand } from "./measured-command.ts";
import type { StepName, StepResult } from "./state-step.ts";

// Measures how long a large state takes to be copied, restored, sent, exported and imported, and the peak memory of each
// process. Every step runs in a process of its own. Run it alone: it needs a few gigabytes.

const { values } = parseArgs({ options: { megabytes: { type: "string", default: "1,64,512" } } });
const sizes = values.megabytes.split(",").map(Number);

const stepScript = fileURLToPath(new URL("state-step.ts", import.meta.url));

/** Runs a step of `state-step.ts` in a process of its own. */
async function runStep(name: StepName, megabytes: number, url = ""): Promise<StepResult[]> {
  const child = spawn(process.execPath, [stepScript, name, String(megabytes), url], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let text = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) text += chunk;
  if (child.exitCode === null) await once(child, "exit");
  if (child.exitCode !== 0) throw new Error(`The step ${name} of ${megabytes} MB failed.`);
  return JSON.parse(text);
}

function report(megabytes: number, { what, seconds, peakMegabytes }: StepResult): void {
  const columns = [
    `${megabytes} MB`.padStart(8),
    what.padEnd(40),
    (Number.isNaN(seconds) ? "" : `${seconds.toFixed(2)} s`).padStart(10),
    (Number.isNaN(peakMegabytes) ? "" : `${Math.round(peakMegabytes)} MB`).padStart(9),
  ];
  console.log(columns.join("  "));
}

async function measureSize(megabytes: number, folder: string): Promise<void> {
  for (const result of await runStep("in-process", megabytes)) report(megabytes, result);

  const file = join(folder, "state.json");
  const exporting = await MeasuredCommand.start([`--export-on-exit=${file}`]);
  for (const result of await runStep("over-http", megabytes, exporting.url)) report(megabytes, result);
  report(megabytes, { what: "  of the server meanwhile", seconds: Number.NaN, peakMegabytes: await exporting.peak() });
  const exportStart = performance.now();
  await exporting.stop();
  const seconds = (performance.now() - exportStart) / 1000;
  report(megabytes, { what: "--export-on-exit", seconds, peakMegabytes: Number.NaN });

  const importStart = performance.now();
  const importing = await MeasuredCommand.start([`--import=${file}`, "--seed=demo"]);
  const importSeconds = (performance.now() - importStart) / 1000;
  const { size } = await stat(file);
  const what = `--import of ${(size / 1e6).toFixed(1)} MB, until ready`;
  report(megabytes, { what, seconds: importSeconds, peakMegabytes: await importing.peak() });
  await importing.stop();
}

const folder = await mkdtemp(join(tmpdir(), "knowledge-base-state-"));
try {
  console.log("    size  what                                            time       peak");
  for (const megabytes of sizes) await measureSize(megabytes, folder);
} finally {
  await rm(folder, { recursive: true });
}
