import { NotFoundError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { serverForms } from "./server-forms.ts";

const brainId = "brain_operations";

describe.each(serverForms)("bindings.unbind over %s", (_, open) => {
  it("removes one binding and leaves the others and the channels", async () => {
    const { kb, server } = open();
    const before = server.snapshot();
    expect(await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" })).toEqual({ disconnected: true });
    const after = server.snapshot();
    expect(after.bindings).toEqual(before.bindings.filter(({ id }) => id !== "binding_bridge"));
    expect(after.installations).toEqual(before.installations);
    expect(after.channels).toEqual(before.channels);
  });

  it("fails for a binding that is removed already", async () => {
    const { kb } = open();
    await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" });
    await expect(kb.bindings.unbind({ brainId, bindingId: "binding_bridge" })).rejects.toBeInstanceOf(NotFoundError);
  });

  it("sends a request without a body", async () => {
    const { kb, requests, server } = open();
    await kb.bindings.unbind({ brainId, bindingId: "binding_bridge" });
    expect(requests).toEqual([
      {
        method: "DELETE",
        url: `${server.baseUrl}/v1/brains/brain_operations/messaging/bindings/binding_bridge`,
        headers: { accept: "application/json", "x-api-key": "kb_demo_harbour_line" },
        body: null,
      },
    ]);
  });
});
