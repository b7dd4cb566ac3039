import { connect, withControl } from "@knowledge-base/server/control";
import { describe, expect, it } from "vitest";
import { openWest, stateOf } from "../organizations/open-west.ts";

describe("the records of an organization over HTTP", () => {
  it("loads, resets and rejects states as in process", async () => {
    const [here, there] = [openWest(), openWest()];
    const connected = await connect(there.server.baseUrl, { fetch: withControl(there.server) });
    const west = connected.organization("org_west");
    expect(west.baseUrl).toBe(there.server.baseUrl);
    for (const apiKeys of ["renew", "omit"] as const) {
      expect(await west.restore(stateOf("org_north"), { apiKeys })).toStrictEqual(
        here.west.restore(stateOf("org_north"), { apiKeys }),
      );
      expect(there.server.snapshot()).toStrictEqual(here.server.snapshot());
    }
    await expect(west.seed(stateOf("org_south"))).rejects.toThrow('apiKeys "renew"');
    await expect(west.seed({ version: 1 }, { apiKeys: "all" as never })).rejects.toMatchObject({
      code: "invalid_input",
    });
    await west.reset();
    here.west.reset();
    expect(there.server.snapshot()).toStrictEqual(here.server.snapshot());
    const created = await connected.control.organizations.create({ id: "org_east", seed: stateOf("org_north") });
    expect(created).toStrictEqual(
      here.server.control.organizations.create({ id: "org_east", seed: stateOf("org_north") }),
    );
  });

  it("sends requests of clients with the fetch of the connection", async () => {
    const { server, apiKey } = openWest();
    const { fetch, baseUrl } = (await connect(server.baseUrl, { fetch: withControl(server) })).organization("org_west");
    const response = await fetch(`${baseUrl}/v1/brains/brain_tides/index`, { headers: { "x-api-key": apiKey } });
    expect(response.status).toBe(404);
  });

  it.each([
    ["server/seed?apiKeys=renew", "apiKeys must be given together with an organization"],
    ["server/seed?organization=org_west&apiKeys=renew&apiKeys=omit", "apiKeys must be given once"],
    ["server/reset?organization=org_west&apiKeys=renew", "apiKeys is not known; the only parameter is organization"],
    ["server/restore?keys=renew", "keys is not known; the parameters are organization and apiKeys"],
  ])("rejects %s", async (path, message) => {
    const { server } = openWest();
    const headers = { "content-type": "application/json" };
    const init = { method: "POST", headers, body: '{"version":1}' };
    const response = await withControl(server)(`${server.baseUrl}/_control/${path}`, init);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { message: expect.stringContaining(message) } });
  });
});
