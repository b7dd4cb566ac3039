import { spawnSync } from "node:child_process";

// CPU time of importing the built client in a fresh process, relative to importing ky, both above an empty program. The programs
// take turns; the medians are printed.

const rounds = 40;

/** Each program prints how much CPU time its process has used. */
const report = "const { user, system } = process.cpuUsage(); console.log((user + system) / 1000);";

const programs = {
  nothing: "",
  ky: 'import "ky";',
  client: 'import "@knowledge-base/sdk";',
  "client/prompt": 'import "@knowledge-base/sdk/prompt";',
};

type Name = keyof typeof programs;

const names = Object.keys(programs) as Name[];
const times = Object.fromEntries(names.map((name) => [name, []])) as unknown as Readonly<Record<Name, number[]>>;
for (let round = 0; round < rounds; round += 1) {
  for (const name of names) times[name].push(measure(programs[name]));
}

const bare = median(times.nothing);
const cost = (name: Name) => median(times[name]) - bare;
for (const name of names.slice(1)) {
  console.log(
    `import ${name}: ${cost(name).toFixed(0)} ms of CPU time above bare Node, ${(cost(name) / cost("ky")).toFixed(2)} × ky`,
  );
}

function measure(program: string): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program + report], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

function median(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;
}
