import { ControlError, type State } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { stateOf } from "./open-west.ts";

describe("creating an organization with a seed", () => {
  it("uses its records and its name, and not its keys", () => {
    const server = openServer();
    const created = server.control.organizations.create({ seed: stateOf("org_south"), role: "editor" });
    expect(created.name).toBe("South");
    const own = server.organization(created.id).snapshot();
    expect(own.apiKeys).toStrictEqual([{ key: created.apiKey, organizationId: created.id, role: "editor" }]);
    expect(own.pages).toStrictEqual(stateOf("org_south").pages);
    expect(own.bindings).toStrictEqual(stateOf("org_south").bindings);
  });

  it("prefers a given name", () => {
    const { control } = openServer();
    expect(control.organizations.create({ name: "West", seed: stateOf("org_south") }).name).toBe("West");
  });

  it.each<[string, unknown]>([
    ["several organizations", demoSeed()],
    ["an invalid record", { version: 1, pages: [{}] }],
    ["no object", 1],
    ["null", null],
  ])("rejects %s and creates nothing", (_, seed) => {
    const server = openServer();
    const before = recordsOf(server);
    expect(() => server.control.organizations.create({ seed: seed as State })).toThrow(ControlError);
    expect(recordsOf(server)).toStrictEqual(before);
  });
});
