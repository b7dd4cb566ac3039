import { describe, expect, it } from "vitest";
import { paths } from "../faults/calls.ts";
import { openServer } from "../open-server.ts";
import { type SendOptions, send } from "../send.ts";

/** The only entry after a request. */
async function entryOf(methodAndPath: string, sending?: SendOptions) {
  const server = openServer();
  await send(server, methodAndPath, sending);
  return server.journal.entries()[0];
}

const update = `PATCH ${paths.binding}`;
const binding = { brainId: "brain_tides", bindingId: "binding_deck" };

describe("the input of an entry", () => {
  it("is parsed: numbers are numbers", async () => {
    expect(await entryOf(`GET ${paths.index}?limit=007`)).toHaveProperty("input", { brainId: "brain_tides", limit: 7 });
  });

  it("has path parameters decoded", async () => {
    expect(await entryOf("GET /v1/brains/a%2Fb%20%C3%BC/index")).toHaveProperty("input", { brainId: "a/b ü" });
  });

  it("has the fields of the body that the contract defines", async () => {
    const entry = await entryOf(update, { json: { notifyBriefs: false, notifyChanges: true, colour: "red" } });
    expect(entry).toHaveProperty("input", { ...binding, notifyBriefs: false, notifyChanges: true });
  });

  it("contains only path parameters if there is no body", async () => {
    expect(await entryOf(update)).toHaveProperty("input", binding);
  });

  it("does not use the body in place of the path", async () => {
    const entry = await entryOf(update, { json: { brainId: "brain_ropes", bindingId: "binding_ropes" } });
    expect(entry).toMatchObject({ input: binding, ignoredFields: ["body.brainId", "body.bindingId"] });
  });

  it("is null if any part is invalid", async () => {
    expect(await entryOf(update, { json: { notifyBriefs: "no" } })).toMatchObject({ input: null, ignoredFields: [] });
  });
});

describe("the ignored fields of an entry", () => {
  it("are those of query and body that the contract does not define", async () => {
    const entry = await entryOf(`${update}?dry=1&dry=2&verbose`, {
      json: { colour: "red", size: { x: 1 }, notifyBriefs: true },
    });
    expect(entry).toHaveProperty("ignoredFields", ["body.colour", "body.size"]);
  });

  it("are those of the query if the operation has one", async () => {
    const entry = await entryOf(`GET ${paths.index}?limit=3&page=2&Limit=4`);
    expect(entry).toMatchObject({ status: 200, ignoredFields: ["query.page", "query.Limit"] });
  });

  it("are listed even if they have names of Object.prototype", async () => {
    const entry = await entryOf(update, { text: '{"__proto__":1,"constructor":2,"toString":3}' });
    expect(entry).toMatchObject({
      status: 200,
      input: binding,
      ignoredFields: ["body.__proto__", "body.constructor", "body.toString"],
    });
  });

  it("are an error instead if bodies are strict", async () => {
    const server = openServer({ strictBodies: true });
    await send(server, update, { json: { colour: "red" } });
    expect(server.journal.entries()).toMatchObject([
      { status: 400, reason: "validation", message: "body has unknown fields: colour", ignoredFields: [] },
    ]);
  });
});
