import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { callCommand } from "./call-command.ts";
import { captureRejection } from "./capture-rejection.ts";

const commands = [
  { name: "apiKeys.get", more: {} },
  { name: "apiKeys.update", more: { role: "editor" } },
  { name: "apiKeys.revoke", more: {} },
  { name: "apiKeys.delete", more: {} },
];

describe("a key", () => {
  it.each(commands)("is named apiKey or key in $name", ({ name, more }) => {
    const results = ["apiKey", "key"].map((field) => {
      const server = openServer();
      return [callCommand(server.control, name, { [field]: "key_south", ...more }), server.snapshot()];
    });
    expect(results[0]).toStrictEqual(results[1]);
  });

  it.each(commands)("has one name in $name", ({ name, more }) => {
    const server = openServer();
    const call = (input: object) => captureRejection(server, () => callCommand(server.control, name, input)).problems;
    expect(call({ apiKey: "key_south", key: "key_south", ...more })).toEqual([
      { path: "key", message: "must not be given together with apiKey" },
    ]);
    expect(call(more)).toEqual([{ path: "apiKey", message: "is missing" }]);
  });

  it("is created under both names, with the role admin by default", () => {
    const create = ({ control }: ReferenceServer, name: string) => control.apiKeys.create({ [name]: "new_key" });
    const [one, other] = [openServer(), openServer()];
    const created = { key: "new_key", organizationId: "org_north", role: "admin" };
    expect(create(one, "apiKey")).toStrictEqual(created);
    expect(create(other, "key")).toStrictEqual(created);
    expect(one.snapshot()).toStrictEqual(other.snapshot());
  });

  it("can be that of the result of organizations.create", () => {
    const { control } = openServer();
    const { id, apiKey } = control.organizations.create({ role: "viewer" });
    expect(control.apiKeys.get({ apiKey })).toStrictEqual({ key: apiKey, organizationId: id, role: "viewer" });
  });
});
