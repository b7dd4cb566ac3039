import { AbortError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { brainId, findTool, openTools } from "./open-tools.ts";

describe("the signal of a tool call", () => {
  it("aborts the call of the operation", async () => {
    const { server, tools } = openTools({ brainId });
    server.faults.add({ kind: "hang", operation: "promptIndex.get" });
    const controller = new AbortController();
    const call = findTool(tools, "prompt_index_get").call({}, { signal: controller.signal });
    setTimeout(() => controller.abort(new Error("The person has left.")), 5);
    const error = await call.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ cause: { message: "The person has left." } });
  });

  it("makes no call if it was aborted before", async () => {
    const { server, tools } = openTools({ brainId });
    const call = findTool(tools, "pages_archive").call({ slug: "kestrel" }, { signal: AbortSignal.abort() });
    await expect(call).rejects.toBeInstanceOf(AbortError);
    expect(server.journal.entries()).toEqual([]);
  });
});
