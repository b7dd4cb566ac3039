import { describe, expect, it } from "vitest";
import { createFaultResponse } from "../../src/service/fault-response.ts";
import { createJsonResponse } from "../../src/service/http-message.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { isArchived, paths } from "./calls.ts";

// The examples of RFC 7396, appendix A, and values that JSON has besides.
// biome-ignore format: one row a line
const examples: readonly (readonly [original: object | null, patch: object | string | null | number | false, result: unknown])[] = [
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b" }, { b: "c" }, { a: "b", b: "c" }],
  [{ a: "b" }, { a: null }, {}],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: "c" }, { a: ["b"] }, { a: ["b"] }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [["a", "b"], ["c", "d"], ["c", "d"]],
  [{ a: "b" }, ["c"], ["c"]],
  [{ a: "foo" }, null, null],
  [{ a: "foo" }, "bar", "bar"],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
  [{ a: 1 }, {}, { a: 1 }],
  [{ a: 1 }, { a: undefined }, { a: 1 }],
  [{ a: 1 }, 0, 0],
  [{ a: 1 }, false, false],
  [null, { a: 1 }, { a: 1 }],
  [{ a: 1 }, { b: [null, { c: null }] }, { a: 1, b: [null, { c: null }] }],
  [{ a: { b: { c: 1, d: 2 } } }, { a: { b: { c: null } } }, { a: { b: { d: 2 } } }],
  [{ a: 1 }, JSON.parse('{ "__proto__": { "b": 1 } }'), JSON.parse('{ "a": 1, "__proto__": { "b": 1 } }')],
];

describe("a merge", () => {
  it.each(examples)("of %j with %j is %j", (original, merge, result) => {
    const regular = createJsonResponse(200, JSON.stringify(original));
    const { status, headers, body } = createFaultResponse({ kind: "response", merge }, regular, "/", "");
    expect([status, headers, JSON.parse(body)]).toStrictEqual([200, regular.headers, result]);
  });

  it("changes the response of the operation, which is executed", async () => {
    const { body } = await send(openServer(), `POST ${paths.archive}`);
    const server = openServer();
    server.faults.add({ kind: "response", merge: { pageType: "recipe", source: { ref: 5, label: null } } });
    const source = { channel: "upload", ref: 5 };
    expect(await send(server, `POST ${paths.archive}`)).toStrictEqual({
      status: 201,
      body: { ...(body as object), pageType: "recipe", source },
    });
    expect(isArchived(server)).toBe(true);
  });

  // biome-ignore format: one row a line
  it.each([
    { what: "a missing record", path: `${paths.binding}x`, sending: {}, status: 404, reason: "Binding not found" },
    { what: "a wrong key", path: paths.binding, sending: { key: null }, status: 401, reason: "Missing x-api-key header" },
    { what: "an invalid input", path: paths.binding, sending: { json: [] }, status: 400, reason: "body must be an object, not an array" },
  ])("changes the error of $what, and keeps its status", async ({ path, sending, status, reason }) => {
    const server = openServer();
    const { body } = await send(server, `PATCH ${path}`, sending);
    server.faults.add({ kind: "response", merge: { message: null, body: { message: ["no"], more: {} } } });
    const { message: _, body: nested, ...error } = body as { message: string; body: object };
    expect(await send(server, `PATCH ${path}`, sending)).toStrictEqual({
      status,
      body: { ...error, body: { ...nested, message: ["no"], more: {} } },
    });
    const recorded = { reason: "fault", fault: "response", status, committed: false, message: reason };
    expect(server.journal.entries({ last: 1 })).toMatchObject([recorded]);
  });
});
