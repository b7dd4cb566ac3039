import { readFile } from "node:fs/promises";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { contract, type Operation } from "@knowledge-base/types";
import type { OpenApiDocument, OpenApiOperation } from "@knowledge-base/types/openapi";
import { describe, expect, it } from "vitest";
import { send } from "../helpers/open-server.ts";

const documentUrl = new URL("../../../../docs/openapi.json", import.meta.url);
const { paths }: OpenApiDocument = JSON.parse(await readFile(documentUrl, "utf8"));
const operations = Object.values(paths).flatMap((item) => Object.values(item));
const contractEntries: Readonly<Record<string, Operation>> = contract;

type Rest = { query: Readonly<Record<string, string>>; body: unknown };

// Invalid input for the operations whose example of a 400 has a valid path.
const malformed: Readonly<Record<string, Partial<Rest>>> = {
  "bindings.update": { body: { notifyBriefs: "no" } },
  "channels.list": { query: {} },
  "promptIndex.get": { query: { limit: "many" } },
};

// Returns the body of the reference server's response, at the time of the examples and with the demo seed.
async function sendRequest(method: string, path: string, { query, body }: Rest, withKey = true): Promise<unknown> {
  const server = createReferenceServer({ seed: demoSeed() });
  server.clock.freeze("2026-07-01T12:00:00.000Z");
  const sending = { json: body, ...(!withKey && { key: null }) };
  const received = await send(server, `${method} ${path}?${new URLSearchParams(query)}`, sending);
  return { ...received, body: comparable(received.body) };
}

// Removes from a body what is long, and what depends on the address of a server.
function comparable(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body), (key, value: unknown) => {
    if (key === "embedding" && Array.isArray(value)) return value.slice(0, 3);
    return key === "authorizationUrl" ? "URL" : value;
  });
}

function exampleOf({ responses }: OpenApiOperation, status: number): { readonly path?: string } {
  return responses[status]?.content?.["application/json"].example as { readonly path?: string };
}

describe.each(operations)("the reference server responds to the example of $operationId", (described) => {
  const { operationId: id, parameters, requestBody } = described;
  const { method, path, success, errors } = contractEntries[id] as Operation;
  const examples = (place: "path" | "query") =>
    Object.fromEntries(parameters.filter((one) => one.in === place).map((one) => [one.name, String(one.example)]));
  const ordinary = { query: examples("query"), body: requestBody?.content["application/json"].example };

  it(`with the example of ${success.status}`, async () => {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => examples("path")[name] ?? "");
    const body = comparable(exampleOf(described, success.status));
    expect(await sendRequest(method, at, ordinary)).toEqual({ status: success.status, body });
  });

  it.each(errors)("with the example of %i if it is invalid", async (status) => {
    const body = exampleOf(described, status);
    const rest = { ...ordinary, ...(status === 400 && malformed[id]) };
    expect(await sendRequest(method, body.path ?? "", rest, status !== 401)).toEqual({ status, body });
  });
});
