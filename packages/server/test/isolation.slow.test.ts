import { setImmediate } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openServer } from "./open-server.ts";
import { runIn } from "./organization-run.ts";
import { randomNumbers } from "./random-numbers.ts";

const clients = 30;
const steps = 60;

describe("30 clients in as many organizations of one server", () => {
  it("get the same responses as alone, regardless of concurrent requests of the others", {
    timeout: 60_000,
  }, async () => {
    const organizations = Array.from({ length: clients }, (_, seed) => ({
      organizationId: `org_${seed}`,
      seed,
      steps,
    }));
    const alone: string[] = [];
    for (const options of organizations) alone.push(await runIn(openServer(), options));

    const server = openServer();
    server.control.brains.create({ id: "brain_of_another", organizationId: "org_south" });
    const pauses = randomNumbers(0);
    const rest = async () => {
      for (let turns = pauses.below(3); turns > 0; turns -= 1) await setImmediate();
    };
    const together = await Promise.all(organizations.map((options) => runIn(server, { ...options, rest })));

    for (const [index, seen] of together.entries()) expect(seen).toBe(alone[index]);
    expect(new Set(together).size).toBe(clients);
  });
});
