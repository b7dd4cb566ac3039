import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { type ResourceName, resources } from "./helpers/specification.ts";

type Fields = readonly string[];
type Output = ResourceName | readonly [elements: ResourceName];
type Row = { route: string; query?: Fields; body?: Fields; status: number; output: Output; idempotency: string };

const brain = "/v1/brains/{brainId}";
const messaging = `${brain}/messaging`;
const binding = `${messaging}/bindings/{bindingId}`;
const flags = ["notifyBriefs", "notifyConnections", "notifyChanges"];

// Section 4 of the specification, copied by hand. The idempotency follows from the effects that it describes.
// biome-ignore format: one row a line
const rows: { readonly [Id in OperationId]: Row } = {
  "bindings.update": { route: `PATCH ${binding}`, body: flags, status: 200, output: "ChannelBinding", idempotency: "idempotent" },
  "pages.archive": { route: `POST ${brain}/pages/{slug}/archive`, status: 201, output: "Page", idempotency: "idempotent" },
  "channels.list": { route: `GET ${messaging}/channels`, query: ["installationId"], status: 200, output: ["Channel"], idempotency: "safe" },
  "promptIndex.get": { route: `GET ${brain}/index`, query: ["limit"], status: 200, output: ["IndexEntry"], idempotency: "safe" },
  "oauth.start": { route: `POST ${messaging}/oauth/start`, status: 200, output: "OAuthStart", idempotency: "unsafe" },
  "bindings.unbind": { route: `DELETE ${binding}`, status: 200, output: "Disconnect", idempotency: "idempotent" },
};

const operations: { readonly [Id in OperationId]: Operation } = contract;

it("the contract has the operations of the specification and no other", () => {
  expect(new Set(Object.keys(contract))).toEqual(new Set(Object.keys(rows)));
});

it("the contract keeps each operation under its id", () => {
  for (const [key, { id }] of Object.entries(operations)) expect(id).toBe(key);
});

it("the contract has a summary of its own for each operation", () => {
  const summaries = Object.values(operations).map(({ summary }) => summary);
  expect(new Set(summaries).size).toBe(summaries.length);
  for (const summary of summaries) expect(summary).toMatch(/^[A-Z]\S+ .*[^.\s]$/);
});

describe.each(Object.keys(rows) as OperationId[])("%s", (id) => {
  const [row, operation] = [rows[id], operations[id]];
  const isList = typeof row.output !== "string";
  const name = typeof row.output === "string" ? row.output : row.output[0];

  it("is declared as in the specification", () => {
    const { output: _, ...declared } = row;
    expect({
      route: `${operation.method} ${operation.path}`,
      query: operation.query && Object.keys(operation.query._zod.def.shape),
      body: operation.body && Object.keys(operation.body._zod.def.shape),
      status: operation.success.status,
      errors: operation.errors,
      idempotency: operation.idempotency,
    }).toEqual({ ...declared, errors: [400, 401, 404] });
  });

  it(`responds with ${isList ? "a list of " : ""}${name}`, () => {
    const { schema } = operation.success;
    expect(isList ? Reflect.get(schema._zod.def, "element") : schema).toBe(resources[name].schema);
  });
});
