import { describe, expect, it } from "vitest";
import { brainId, type ConnectOptions, connect, textOf } from "./helpers/connect.ts";

type Response = { readonly action: "accept" | "decline" | "cancel"; readonly content?: Record<string, boolean> };

/** Connects a client whose person responds to every question in the same way. */
async function connectPerson(response: Response, options: ConnectOptions = {}) {
  const questions: string[] = [];
  const calls: string[] = [];
  const connection = await connect({
    ...options,
    client: { capabilities: { elicitation: {} } },
    mcp: { ...options.mcp, onToolCall: ({ tool, outcome }) => calls.push(`${tool}: ${outcome}`) },
  });
  connection.client.setRequestHandler("elicitation/create", ({ params }) => {
    questions.push(params.message);
    return { ...response };
  });
  const archive = (slug: string) => connection.client.callTool({ name: "pages_archive", arguments: { slug } });
  const isArchived = (slug: string) => connection.server.control.pages.get({ brainId, slug }).archived;
  return { ...connection, questions, calls, archive, isArchived };
}

describe("a destructive tool", () => {
  it("is called after the person has confirmed it", async () => {
    await using person = await connectPerson({ action: "accept", content: { confirm: true } });
    const { questions, calls, archive, isArchived } = person;
    const result = await archive("kestrel");
    expect(result.isError).toBeFalsy();
    expect(isArchived("kestrel")).toBe(true);
    expect(questions).toEqual(['Archive a page? slug: "kestrel", brainId: "brain_operations"']);
    expect(calls).toEqual(["pages_archive: asked", "pages_archive: ok"]);
  });

  it.each<{ responds: string; response: Response }>([
    { responds: "declines", response: { action: "decline" } },
    { responds: "cancels", response: { action: "cancel" } },
    { responds: "accepts without a tick", response: { action: "accept", content: { confirm: false } } },
  ])("isn't called if the person $responds", async ({ response }) => {
    await using person = await connectPerson(response);
    const { calls, archive, isArchived } = person;
    const result = await archive("kestrel");
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("The person did not allow this call.");
    expect(isArchived("kestrel")).toBe(false);
    expect(calls.at(-1)).toBe("pages_archive: denied");
  });

  it("asks nobody about wrong input", async () => {
    await using person = await connectPerson({ action: "accept", content: { confirm: true } });
    const { questions, archive } = person;
    expect((await archive("")).isError).toBe(true);
    expect(questions).toEqual([]);
  });

  it.each<{ client: string; options: ConnectOptions }>([
    { client: "a client without elicitation", options: {} },
    {
      client: "a client with elicitation only by URL",
      options: { client: { capabilities: { elicitation: { url: {} } } } },
    },
    { client: "a client of an older protocol without elicitation", options: { era: "legacy" } },
  ])("is refused because $client can't ask a person", async ({ options }) => {
    await using connection = await connect(options);
    const call = { name: "bindings_unbind", arguments: { bindingId: "binding_yard" } };
    const result = await connection.client.callTool(call);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain("this client cannot ask for it");
    expect(connection.server.journal.entries()).toEqual([]);
  });

  it.each<{ client: string; options: ConnectOptions }>([
    { client: "a client without elicitation", options: {} },
    { client: "a client of an older protocol without elicitation", options: { era: "legacy" } },
    {
      client: "a client of an older protocol with elicitation",
      options: { era: "legacy", client: { capabilities: { elicitation: {} } } },
    },
  ])("isn't called if $client has asked nobody, but says that the person has confirmed it", async ({ options }) => {
    const key = JSON.stringify(["pages_archive", { slug: "kestrel", brainId }]);
    const inputResponses = { [key]: { action: "accept", content: { confirm: true } } };
    await using connection = await connect({ ...options, changeParams: (params) => ({ ...params, inputResponses }) });
    const call = { name: "pages_archive", arguments: { slug: "kestrel" } };
    expect((await connection.client.callTool(call).catch((error) => error)).isError).toBe(true);
    expect(connection.server.control.pages.get({ brainId, slug: "kestrel" }).archived).toBe(false);
  });

  it("needs a confirmation of exactly this call, also if only a part of a value differs that the question leaves out", async () => {
    const confirmed: object[] = [];
    const long = "x".repeat(500);
    const changeParams = (params: object) => {
      const { inputResponses } = params as { readonly inputResponses?: object };
      if (inputResponses) confirmed.push(inputResponses);
      return { ...params, inputResponses: confirmed[0] };
    };
    await using person = await connectPerson({ action: "accept", content: { confirm: true } }, { changeParams });
    const { archive, server } = person;
    await archive(`${long}a`);
    await archive(`${long}b`).catch(() => {});
    const paths = server.journal.entries().map(({ path }) => path.split("/").at(-2));
    expect(paths).toEqual([`${long}a`]);
  });
});

it("asks nobody before a call that can be undone", async () => {
  await using person = await connectPerson({ action: "decline" });
  const { client, questions } = person;
  const call = { name: "bindings_update", arguments: { bindingId: "binding_bridge", notifyBriefs: false } };
  expect((await client.callTool(call)).isError).toBeFalsy();
  expect(questions).toEqual([]);
});
