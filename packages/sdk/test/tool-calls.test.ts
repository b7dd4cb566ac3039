import { toTools } from "@knowledge-base/sdk/tools";
import { expect, it } from "vitest";
import { createClient, respond } from "./helpers/client.ts";
import { entry } from "./helpers/operation-calls.ts";

it.each(["null", "{}", "[{}]", "[null]", JSON.stringify([{ ...entry, title: 5 }])])(
  "a tool has a result for the index %s, which the mode report lets through",
  async (body) => {
    const [tool] = toTools(createClient(respond(body), { validate: "report" }), { allow: ["promptIndex.get"] });
    expect((await tool?.call({ brainId: "b" }))?.ok).toBe(true);
  },
);

it("a tool asks no person if its call is aborted already", async () => {
  const confirm = () => expect.unreachable();
  const [tool] = toTools(createClient(respond()), { allow: ["pages.archive"], confirm });
  const call = tool?.call({ brainId: "b", slug: "s" }, { signal: AbortSignal.abort() });
  await expect(call).rejects.toMatchObject({ code: "aborted" });
});
