import { getEventListeners } from "node:events";
import type { KnowledgeBase } from "@knowledge-base/sdk";
import { type ToolOptions, toTools } from "@knowledge-base/sdk/tools";
import { expect, it } from "vitest";
import { brainId, openTools } from "../helpers/open-tools.ts";

/** Calls a tool, and returns what the person was asked and how many requests were sent. */
async function ask(input: unknown, response: unknown, name = "pages_archive") {
  const requests: { readonly question: string }[] = [];
  const confirm: ToolOptions["confirm"] = (request) => {
    requests.push(request);
    if (response instanceof Error) throw response;
    return response as boolean;
  };
  const { server, find } = openTools({ brainId, confirm });
  const { signal } = new AbortController();
  const call = find(name).call(input, { signal });
  const result = await call.catch((error: unknown) => error);
  return { result, requests, signal, sent: server.journal.entries().length };
}

const question = 'Archive a page? slug: "kestrel", brainId: "brain_operations"';

it("a tool with confirm asks about the exact call before it is made", async () => {
  const { result, requests, signal, sent } = await ask({ slug: "kestrel" }, true);
  expect(result).toMatchObject({ ok: true, data: { archived: true } });
  expect(requests).toEqual([{ tool: "pages_archive", question, input: { slug: "kestrel", brainId }, signal }]);
  expect(sent).toBe(1);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("a tool with confirm has the same question when a call is only validated", async () => {
  const valid = await openTools({ brainId }).find("pages_archive").validate({ slug: "kestrel" });
  expect(valid).toEqual({ ok: true, input: { slug: "kestrel", brainId }, question });
});

it.each([false, undefined, "yes", 1, new Error("Gone")])(
  "a tool with confirm calls nothing for %j",
  async (response) => {
    const { result, sent } = await ask({ slug: "kestrel" }, response);
    const denied = { ok: false, code: "denied", text: expect.stringContaining("The person did not allow this call.") };
    expect(result).toEqual(response instanceof Error ? response : denied);
    expect(sent).toBe(0);
  },
);

it.each([
  { what: "an invalid call of a destructive tool", name: "pages_archive", input: {} },
  { what: "a call that only reads", name: "prompt_index_get", input: {} },
  { what: "a call that destroys nothing", name: "bindings_update", input: { bindingId: "binding_bridge" } },
])("a tool with confirm doesn't ask about $what", async ({ name, input }) => {
  expect((await ask(input, true, name)).requests).toEqual([]);
});

it("a tool with confirm asks about every tool that destroys something", async () => {
  const { requests } = await ask({ bindingId: "binding_bridge" }, true, "bindings_unbind");
  expect(requests).toMatchObject([{ tool: "bindings_unbind" }]);
});

it.each([
  { slug: "s".repeat(198), shown: `"${"s".repeat(198)}",` },
  { slug: "s".repeat(199), shown: `"${"s".repeat(198)}…, brainId` },
  { slug: "\u200b".repeat(30), shown: `"${"\\u{200b}".repeat(24)}\\u{200…, brainId` },
  { slug: "x".repeat(100_000), shown: `x…, brainId: "${brainId}"` },
  { slug: 'kestrel\u202E\u200B"\n? yes', shown: '"kestrel\\u{202e}\\u{200b}\\"\\n? yes", brainId: ' },
  { slug: "a b\u00A0c\u3000d\u2800e", shown: '"a b\\u{a0}c\\u{3000}d\\u{2800}e", ' },
])(
  "a tool with confirm shows 200 characters of every value, also invisible ones, such as $shown",
  async ({ slug, shown }) => {
    const [request] = (await ask({ slug }, false)).requests;
    expect(request?.question).toContain(shown);
    expect(request?.question.length).toBeLessThan(350);
  },
);

it("the signal of a call ends the wait for a person, who may never answer, before the client is used", async () => {
  const answers: ((answer: boolean) => void)[] = [];
  const confirm = () => new Promise<boolean>((resolve) => answers.push(resolve));
  const { kb } = openTools();
  let calls = 0;
  // Unlike the client, it ignores the signal.
  const call = async () => {
    calls += 1;
  };
  const client = { describe: kb.describe.bind(kb), call } as unknown as KnowledgeBase;
  const [archive] = toTools(client, { allow: ["pages.archive"], brainId, confirm });
  const controller = new AbortController();
  const { signal } = controller;
  const aborted = { code: "aborted", operation: "pages.archive", stopReason: "aborted", cause: "left" };
  const asked = archive?.call({ slug: "kestrel" }, { signal });
  setTimeout(() => controller.abort("left"), 5);
  await expect(asked).rejects.toMatchObject(aborted);
  answers[0]?.(true);
  await expect(archive?.call({ slug: "kestrel" }, { signal })).rejects.toMatchObject(aborted);
  expect([answers.length, calls]).toEqual([1, 0]);
});
