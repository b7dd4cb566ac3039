import { contract, type Operation } from "@knowledge-base/types";
import { parseSync } from "@knowledge-base/types/internal";
import { describe, expect, it } from "vitest";
import { sampleOf } from "./samples.ts";
import type { ResourceName } from "./specification.ts";

interface Row {
  readonly request: string;
  readonly query?: readonly string[];
  readonly body?: readonly string[];
  readonly status: number;
  readonly output: ResourceName;
  readonly list?: boolean;
  readonly idempotency: string;
}

const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"];

// Section 4 of the specification, copied by hand. The class is the effect of a request that is sent twice.
// biome-ignore format: one row a line
const rows: Readonly<Record<string, Row>> = {
  "bindings.update": { request: "PATCH /v1/brains/{brainId}/messaging/bindings/{bindingId}", body: flags, status: 200, output: "ChannelBinding", idempotency: "idempotent" },
  "pages.archive": { request: "POST /v1/brains/{brainId}/pages/{slug}/archive", status: 201, output: "Page", idempotency: "idempotent" },
  "channels.list": { request: "GET /v1/brains/{brainId}/messaging/channels", query: ["installationId"], status: 200, output: "Channel", list: true, idempotency: "safe" },
  "promptIndex.get": { request: "GET /v1/brains/{brainId}/index", query: ["limit"], status: 200, output: "IndexEntry", list: true, idempotency: "safe" },
  "oauth.start": { request: "POST /v1/brains/{brainId}/messaging/oauth/start", status: 200, output: "OAuthStart", idempotency: "unsafe" },
  "bindings.unbind": { request: "DELETE /v1/brains/{brainId}/messaging/bindings/{bindingId}", status: 200, output: "Disconnect", idempotency: "idempotent" },
};

const operations: Readonly<Record<string, Operation>> = contract;

describe("the contract", () => {
  it("has the operations of the specification and no other", () => {
    expect(new Set(Object.keys(contract))).toEqual(new Set(Object.keys(rows)));
  });

  it("keeps each operation under its id", () => {
    for (const [key, { id }] of Object.entries(operations)) expect(id).toBe(key);
  });

  it("has no two operations with the same method and path", () => {
    const requests = Object.values(operations).map(
      ({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, "*")}`,
    );
    expect(new Set(requests).size).toBe(requests.length);
  });

  it("has a summary of its own for each operation", () => {
    const summaries = Object.values(operations).map(({ summary }) => summary);
    expect(new Set(summaries).size).toBe(summaries.length);
    for (const summary of summaries) expect(summary).toMatch(/^[A-Z]\S+ .*[^.\s]$/);
  });
});

describe.each(Object.entries(rows))("%s", (id, row) => {
  const operation = operations[id];
  if (operation === undefined) throw new Error(`The contract has no ${id}`);

  it("is declared as in the specification", () => {
    expect({
      request: `${operation.method} ${operation.path}`,
      query: operation.query && Object.keys(operation.query._zod.def.shape),
      body: operation.body && Object.keys(operation.body._zod.def.shape),
      status: operation.success.status,
      errors: operation.errors,
      idempotency: operation.idempotency,
    }).toEqual({
      request: row.request,
      query: row.query,
      body: row.body,
      status: row.status,
      errors: [400, 401, 404],
      idempotency: row.idempotency,
    });
  });

  it(`responds with ${row.list ? "a list of " : ""}${row.output}`, () => {
    const sample = sampleOf(row.output);
    const wrongSample = { ...sample, [Object.keys(sample)[0] ?? ""]: null };
    const { schema } = operation.success;
    expect(parseSync(schema, sample)).toEqual(
      row.list ? expect.objectContaining({ ok: false }) : { ok: true, value: sample },
    );
    expect(parseSync(schema, [sample, sample])).toEqual(
      row.list ? { ok: true, value: [sample, sample] } : expect.objectContaining({ ok: false }),
    );
    expect(parseSync(schema, []).ok).toBe(row.list === true);
    expect(parseSync(schema, row.list ? [sample, wrongSample] : wrongSample).ok).toBe(false);
  });
});
