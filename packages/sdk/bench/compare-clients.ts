import { join } from "node:path";
import { median, printFigure } from "../../../scripts/budgets/measure.ts";
import { checkFolder } from "../../../scripts/check-folder.ts";
import { install } from "../../../scripts/install.ts";
import { runProgram } from "../../../scripts/run-program.ts";

// CPU time of calls 101 to 1,000 of a new process, relative to ky: with this client, plain fetch, and other clients. All have their
// defaults and receive the same bodies from an injected `fetch`. The processes take turns; the medians are compared.

const rounds = 9;
const names = ["ky", "client", "fetch", "openai", "axios"];
const requests = ["get", "patch", "page"];

const folder = join(import.meta.dirname, "peers");
await install(folder);
await checkFolder(folder);
for (const request of requests) {
  const times = new Map(names.map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measured] of times)
      measured.push(Number(await runProgram(process.execPath, ["measure.ts", name, request], folder)));
  }
  const ky = median(times.get("ky") ?? []);
  for (const [name, measured] of times) {
    const time = median(measured);
    const figure = name === "client" ? `sdk.${request}` : `${name}.${request}`;
    printFigure({ name: figure, value: time / ky, note: `${time.toFixed(1)} µs` });
  }
}
