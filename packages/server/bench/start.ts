import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";

// How long it takes to create a server, and until the command is ready: each in new processes, of which the medians are printed.

const rounds = repetitions(20);
const command = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

const program = `
  import { createReferenceServer } from "@knowledge-base/server";
  const measure = () => {
    const start = performance.now();
    createReferenceServer();
    return performance.now() - start;
  };
  console.log(JSON.stringify([measure(), measure()]));
`;

const creations: number[] = [];
const laterCreations: number[] = [];
const starts: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  const [first, second] = measureCreations();
  creations.push(first);
  laterCreations.push(second);
  starts.push(await measureCommand());
}
printFigures({
  "server.create": { value: median(creations) },
  "server.command": { value: median(starts) },
  "start.second-server": { value: median(laterCreations) },
});

/** Returns the milliseconds that a new process takes to create its first server, after the import, and the second one. */
function measureCreations(): readonly [first: number, second: number] {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout);
}

/** Returns the milliseconds from the start of the command until it prints that it is ready. */
async function measureCommand(): Promise<number> {
  const start = performance.now();
  const child = spawn(process.execPath, [command, "--port=0", "--json"], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await once(child.stdout, "data");
  const time = performance.now() - start;
  const ended = once(child, "exit");
  child.kill();
  await ended;
  if (JSON.parse(line).url === undefined) throw new Error(`The command printed something else: ${line}`);
  return time;
}
