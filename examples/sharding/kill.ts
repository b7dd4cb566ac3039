import { parseArgs } from "node:util";
import { type CallResults, killServer } from "./kill-server.ts";
import { isInstalled, stopAll } from "./run.ts";
import { startCluster } from "./start-cluster.ts";

// Kills one of the servers while clients use all brains, starts it again after some time, and prints what the clients experienced.

if (!isInstalled("nginx")) {
  console.error("nginx is not installed. On Debian, apt-get install nginx brings it.");
  process.exit(1);
}

const { values } = parseArgs({
  options: { down: { type: "string", default: "3000" }, retries: { type: "string", default: "0" } },
});
const [downMs, retries] = [Number(values.down), Number(values.retries)];
const { killed, others } = await killServer(await startCluster(), { beforeMs: 2000, downMs, afterMs: 3000, retries });
await stopAll();

const describe = ({ brains, calls, errors, firstErrorMs, lastErrorMs, lostChanges }: CallResults) => {
  const list = Object.entries(errors).map(([error, count]) => `${count} × ${error}`);
  const time =
    firstErrorMs === undefined || lastErrorMs === undefined
      ? ""
      : `, from ${firstErrorMs.toFixed(0)} ms after the kill to ${lastErrorMs.toFixed(0)} ms after the new start`;
  return `${brains} brains, ${calls} calls, errors: ${list.join(", ") || "none"}${time}; ${lostChanges} brains lost their changes`;
};
console.log(`One of three servers was killed and started again after ${downMs} ms; clients with ${retries} retries
  its brains     ${describe(killed)}
  other brains   ${describe(others)}`);
