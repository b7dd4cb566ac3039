import { contract, type Operation, pathParamNames, validate } from "@knowledge-base/types";
import { isContractOperation } from "@knowledge-base/types/internal";
import { describe, expect, it, vi } from "vitest";
import { sampleOf } from "./samples.ts";
import type { ResourceName } from "./specification.ts";

interface Row {
  readonly method: string;
  readonly path: string;
  readonly params: readonly string[];
  readonly query: readonly string[] | undefined;
  readonly body: readonly string[] | undefined;
  readonly status: number;
  readonly output: ResourceName;
  readonly list: boolean;
  readonly errors: readonly number[];
  readonly idempotency: string;
}

/** Section 4 of the specification, copied by hand. The class is the effect of a request that is sent twice. */
const rows: Readonly<Record<string, Row>> = {
  "bindings.update": {
    method: "PATCH",
    path: "/v1/brains/{brainId}/messaging/bindings/{bindingId}",
    params: ["brainId", "bindingId"],
    query: undefined,
    body: ["notifyBriefs", "notifyConnections", "notifyChanges"],
    status: 200,
    output: "ChannelBinding",
    list: false,
    errors: [400, 401, 404],
    idempotency: "idempotent",
  },
  "pages.archive": {
    method: "POST",
    path: "/v1/brains/{brainId}/pages/{slug}/archive",
    params: ["brainId", "slug"],
    query: undefined,
    body: undefined,
    status: 201,
    output: "Page",
    list: false,
    errors: [400, 401, 404],
    idempotency: "idempotent",
  },
  "channels.list": {
    method: "GET",
    path: "/v1/brains/{brainId}/messaging/channels",
    params: ["brainId"],
    query: ["installationId"],
    body: undefined,
    status: 200,
    output: "Channel",
    list: true,
    errors: [400, 401, 404],
    idempotency: "safe",
  },
  "promptIndex.get": {
    method: "GET",
    path: "/v1/brains/{brainId}/index",
    params: ["brainId"],
    query: ["limit"],
    body: undefined,
    status: 200,
    output: "IndexEntry",
    list: true,
    errors: [400, 401, 404],
    idempotency: "safe",
  },
  "oauth.start": {
    method: "POST",
    path: "/v1/brains/{brainId}/messaging/oauth/start",
    params: ["brainId"],
    query: undefined,
    body: undefined,
    status: 200,
    output: "OAuthStart",
    list: false,
    errors: [400, 401, 404],
    idempotency: "unsafe",
  },
  "bindings.unbind": {
    method: "DELETE",
    path: "/v1/brains/{brainId}/messaging/bindings/{bindingId}",
    params: ["brainId", "bindingId"],
    query: undefined,
    body: undefined,
    status: 200,
    output: "Disconnect",
    list: false,
    errors: [400, 401, 404],
    idempotency: "idempotent",
  },
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
      method: operation.method,
      path: operation.path,
      params: pathParamNames(operation.path),
      query: operation.query && Object.keys(operation.query._zod.def.shape),
      body: operation.body && Object.keys(operation.body._zod.def.shape),
      status: operation.success.status,
      errors: operation.errors,
      idempotency: operation.idempotency,
    }).toEqual({
      method: row.method,
      path: row.path,
      params: row.params,
      query: row.query,
      body: row.body,
      status: row.status,
      errors: row.errors,
      idempotency: row.idempotency,
    });
  });

  it(`responds with ${row.list ? "a list of " : ""}${row.output}`, () => {
    const sample = sampleOf(row.output);
    const wrongSample = { ...sample, [Object.keys(sample)[0] ?? ""]: null };
    const { schema } = operation.success;
    expect(validate(schema, sample)).toEqual(
      row.list ? expect.objectContaining({ ok: false }) : { ok: true, value: sample },
    );
    expect(validate(schema, [sample, sample])).toEqual(
      row.list ? { ok: true, value: [sample, sample] } : expect.objectContaining({ ok: false }),
    );
    expect(validate(schema, []).ok).toBe(row.list);
    expect(validate(schema, row.list ? [sample, wrongSample] : wrongSample).ok).toBe(false);
  });
});

describe("isContractOperation", () => {
  it("recognizes the operations of the contract", () => {
    expect(Object.values(contract).map(isContractOperation)).toEqual(Object.values(contract).map(() => true));
  });

  it("recognizes those of another copy of the package", async () => {
    vi.resetModules();
    const copy = await import("@knowledge-base/types");
    const operation = copy.contract["pages.archive"];
    expect(operation).not.toBe(contract["pages.archive"]);
    expect(isContractOperation(operation)).toBe(true);
  });

  it.each([
    { ...contract["pages.archive"] },
    Object.create(contract["pages.archive"]),
    {},
    null,
    undefined,
    "pages.archive",
  ])("does not recognize another value: %o", (value) => {
    expect(isContractOperation(value)).toBe(false);
  });
});
