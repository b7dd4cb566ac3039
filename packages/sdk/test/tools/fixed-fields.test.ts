import { describe, expect, it } from "vitest";
import { brainId, findTool, openTools } from "./open-tools.ts";
import { readError } from "./read-result.ts";

describe("fields that the program fixes", () => {
  it("are not part of any schema", () => {
    const { tools } = openTools({ brainId, installationId: "installation_harbour_line" });
    const fields = tools.map(({ inputSchema }) => Object.keys(inputSchema.properties ?? {}));
    expect(fields).toEqual([
      ["limit"],
      [],
      ["slug"],
      ["bindingId", "notifyBriefs", "notifyConnections", "notifyChanges"],
      ["bindingId"],
      [],
    ]);
  });

  it("are sent with each call", async () => {
    const { server, call } = openTools({ brainId, installationId: "installation_harbour_line" });
    await call("channels_list", {});
    expect(server.journal.entries({ operation: "channels.list" })).toMatchObject([
      { path: `/v1/brains/${brainId}/messaging/channels`, query: "installationId=installation_harbour_line" },
    ]);
  });

  it("cannot be overridden by the model", async () => {
    const { server, call } = openTools({ brainId });
    for (const input of [
      { slug: "kestrel", brainId: "brain_guest_services" },
      { slug: "kestrel", brainId },
    ]) {
      const { ok, text } = await call("pages_archive", input);
      expect(ok).toBe(false);
      expect(readError(text)).toContain("brainId is not a known field");
    }
    expect(server.journal.entries()).toEqual([]);
  });

  it("can be any field of one tool", async () => {
    const { server, tools } = openTools({
      brainId,
      allow: [{ operation: "bindings.update", fixed: { bindingId: "binding_bridge", notifyChanges: true } }],
    });
    const tool = findTool(tools, "bindings_update");
    expect(Object.keys(tool.inputSchema.properties ?? {})).toEqual(["notifyBriefs", "notifyConnections"]);
    const result = await tool.call({ notifyBriefs: false, notifyConnections: null });
    expect(result).toMatchObject({ ok: true, data: { notifyBriefs: false, notifyConnections: false } });
    expect(server.journal.entries()).toMatchObject([{ requestBody: '{"notifyBriefs":false,"notifyChanges":true}' }]);
  });

  it("are choices if there are several", async () => {
    const { server, tools, call } = openTools({ brainId: [brainId, "brain_guest_services"] });
    const { inputSchema } = findTool(tools, "prompt_index_get");
    expect(inputSchema).toMatchObject({ properties: { brainId: { enum: [brainId, "brain_guest_services"] } } });
    expect((await call("prompt_index_get", { brainId: "brain_guest_services" })).ok).toBe(true);
    const { text } = await call("prompt_index_get", { brainId: "brain_recipes" });
    expect(readError(text)).toContain("brainId must be one of brain_operations, brain_guest_services");
    expect(readError((await call("prompt_index_get", {})).text)).toContain("brainId is missing");
    expect(server.journal.entries()).toHaveLength(1);
  });
});
