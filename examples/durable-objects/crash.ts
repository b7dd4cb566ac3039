import { parseArgs } from "node:util";
import { runCrashTest } from "./crash/kill-runtime.ts";
import { bundleWorker } from "./start-runtime.ts";

// Kills workerd again and again while organizations are in use, and prints what happened.

const { values } = parseArgs({
  options: { organizations: { type: "string", default: "200" }, kills: { type: "string", default: "20" } },
});
const options = { organizations: Number(values.organizations), kills: Number(values.kills) };

await bundleWorker();
const figures = await runCrashTest(options);
const milliseconds = (times: readonly number[]) => {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (part: number) => `${(sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1)} ms`;
  return `median ${at(0.5)}, 99 % ${at(0.99)}`;
};
console.log(`${options.organizations} organizations in parallel, workerd killed ${options.kills} times
  acknowledged requests   ${figures.acknowledged}, none lost, none mixed up
  changes in flight       ${figures.tookEffect} took effect completely, ${figures.hadNoEffect} not at all
  errors of the clients   ${JSON.stringify(figures.errorCodes)}
  start of workerd        ${milliseconds(figures.starts)}
  first request to each   ${milliseconds(figures.firstRequests)}
  second request to each  ${milliseconds(figures.secondRequests)}`);
