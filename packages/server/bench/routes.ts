import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { contract, type Operation } from "@knowledge-base/types";
import { printFigures, repetitions } from "../../../scripts/bars/figures.ts";
import { median } from "../../../scripts/bars/median.ts";

// CPU time of a call of a server whose contract has ten times as many operations, relative to one with the six of the service.
// The servers take turns; the median of the ratios is printed.

const rounds = repetitions(40);
const warmUpRounds = repetitions(10);
const callsPerRound = 4000;

const seed = demoSeed();
const six = createReferenceServer({ seed });
addOperations(54);
const sixty = createReferenceServer({ seed });
if ((await requestStatus(six, "/v1/brains/b/route9")) !== 404) throw new Error("The first server has more routes.");
if ((await requestStatus(sixty, "/v1/brains/b/route9")) !== 401)
  throw new Error("The second server has no more routes.");

const ratios: number[] = [];
for (let round = 0; round < rounds + warmUpRounds; round += 1) {
  const few = await measure(six);
  const many = await measure(sixty);
  if (round >= warmUpRounds) ratios.push(many / few);
}
printFigures({ "server.routes": { value: median(ratios) } });

/** Adds operations to the contract, from which a server that is created later takes its routes. */
function addOperations(count: number): void {
  for (let number = 0; number < count; number += 1) {
    const operation: Operation = { ...contract["promptIndex.get"], path: `/v1/brains/{brainId}/route${number}` };
    Object.assign(contract, { [`routes.route${number}`]: operation });
  }
}

async function requestStatus(server: ReferenceServer, path: string): Promise<number> {
  return (await server.fetch(server.baseUrl + path)).status;
}

/** Returns the microseconds of CPU time of one call. */
async function measure(server: ReferenceServer): Promise<number> {
  const url = `${server.baseUrl}/v1/brains/brain_operations/index?limit=20`;
  const headers = { "x-api-key": server.apiKey };
  const start = process.cpuUsage();
  for (let call = 0; call < callsPerRound; call += 1) await (await server.fetch(url, { headers })).json();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / callsPerRound;
}
