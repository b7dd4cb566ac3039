import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { type Handler, implementJob, runJob } from "../helpers/job.ts";
import { startAuthorization } from "../helpers/oauth.ts";
import { openServer } from "../helpers/open-server.ts";

const north = { organizationId: "org_north" };

// Opens a server, and returns a function that runs a handler after something else has happened to its organization.
function openWithHandler(handle: Handler) {
  let happen = (_: ReferenceServer): unknown => undefined;
  const job = implementJob(async (context) => {
    await happen(server);
    return handle(context);
  });
  const server = openServer({ operations: [job] });
  const runAfter = (happening: typeof happen) => {
    happen = happening;
    return runJob(server);
  };
  return { server, runAfter };
}

describe("a handler that ends late", () => {
  it("takes no id that the next organization with its id gets", async () => {
    const taken: string[] = [];
    const { server, runAfter } = openWithHandler(({ ids }) => {
      for (let count = 0; count < 5; count += 1) taken.push(ids.next("brain"));
      return null;
    });
    await runAfter(({ control }) => control.organizations.delete(north));
    server.control.organizations.create({ id: "org_north" });
    for (let count = 0; count < 10; count += 1) expect(taken).not.toContain(server.control.brains.create(north).id);
  });

  it("changes no authorization of the organization that has replaced its own", async () => {
    const { server, runAfter } = openWithHandler(async ({ control }) => {
      const [authorization] = control.oauth.list();
      return (await control.oauth.approve({ authorizationUrl: authorization?.authorizationUrl ?? "" })).state;
    });
    await startAuthorization(server);
    const { status } = await runAfter(({ organization }) =>
      organization("org_north").restore(organization("org_north").snapshot()),
    );
    expect(status).toBe(200);
    expect(server.control.oauth.list(north)).toMatchObject([{ status: "started" }]);
  });

  it("delivers nothing", async () => {
    const { server, runAfter } = openWithHandler(
      ({ control }) => control.brains.sendDailyBrief({ brainId: "brain_tides" }).delivered.length,
    );
    expect((await runAfter(({ organization }) => organization("org_north").reset())).status).toBe(200);
    expect(server.deliveries.list()).toEqual([]);
  });
});

describe("an organization that is created again", () => {
  it("gets other ids than before, also after each reset, which repeats them", () => {
    const server = openServer();
    const createBrains = () => [1, 2, 3].map(() => server.control.brains.create(north).id);
    const before = createBrains();
    server.control.organizations.delete(north);
    server.control.organizations.create({ id: "org_north" });
    const rounds = [1, 2].map(() => {
      server.organization("org_north").reset();
      return createBrains();
    });
    expect(rounds[1]).toEqual(rounds[0]);
    for (const id of rounds.flat()) expect(before).not.toContain(id);
  });
});
