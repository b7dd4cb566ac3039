import { spawnSync } from "node:child_process";
import { median, printFigure } from "../../../scripts/budgets/measure.ts";

// CPU time of importing the built client in a new process, relative to importing ky. The start of Node is subtracted from both.

const rounds = 40;
const programs = { nothing: "", ky: 'import "ky";', client: 'import "@knowledge-base/sdk";' };
const printCpuTime = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";

const times = { nothing: [] as number[], ky: [] as number[], client: [] as number[] };
for (let round = 0; round < rounds; round += 1)
  for (const name of ["nothing", "ky", "client"] as const) times[name].push(measure(programs[name]));
const ky = median(times.ky) - median(times.nothing);
const client = median(times.client) - median(times.nothing);
printFigure({ name: "sdk.import", value: client / ky, note: `${client.toFixed(0)} ms and ${ky.toFixed(0)} ms` });

function measure(program: string): number {
  const args = ["--input-type=module", "--eval", program + printCpuTime];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: import.meta.dirname, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
