import { spawnSync } from "node:child_process";
import { printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";

// CPU time of importing the built client in a fresh process, relative to importing ky, both above an empty program. The programs
// take turns; the medians are compared.

const rounds = repetitions(40);

/** Each program prints how much CPU time its process has used. */
const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";

const programs = {
  nothing: "",
  ky: 'import "ky";',
  client: 'import "@knowledge-base/sdk";',
  prompt: 'import "@knowledge-base/sdk/prompt";',
};

type Name = keyof typeof programs;

const names = Object.keys(programs) as Name[];
const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Readonly<Record<Name, number[]>>;
for (let round = 0; round < rounds; round += 1) {
  for (const name of names) times[name].push(measure(programs[name]));
}

const bare = median(times.nothing);
const cost = (name: Name) => median(times[name]) - bare;
const compare = (name: Name) => ({
  value: cost(name) / cost("ky"),
  note: `${cost(name).toFixed(0)} ms, ky ${cost("ky").toFixed(0)} ms`,
});
printFigures({ "sdk.import": compare("client"), "imports.prompt": compare("prompt") });

function measure(program: string): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program + report], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
