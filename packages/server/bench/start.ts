import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { median, printFigure } from "../../../scripts/budgets/measure.ts";

// How long it takes to create a server, and until the built command is ready: each in new processes.

const rounds = 20;
const command = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const program = `
  import { createReferenceServer } from "@knowledge-base/server";
  const start = performance.now();
  createReferenceServer();
  console.log(performance.now() - start);
`;

const creations: number[] = [];
const starts: number[] = [];
for (let round = 0; round < rounds; round += 1) {
  creations.push(measureCreation());
  starts.push(await measureCommand());
}
printFigure({ name: "server.create", value: median(creations) });
printFigure({ name: "server.command", value: median(starts) });

/** Returns the milliseconds that a new process takes to create its first server, after the import. */
function measureCreation(): number {
  const { status, stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
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
