import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, it } from "vitest";
import { FormError, toError } from "../src/page/control-errors.ts";

/** Calls a control of a server with the demo seed, and returns the error that the page makes of its response. */
async function fail(path: string, input: object): Promise<Error> {
  const server = createReferenceServer({ seed: demoSeed() });
  const headers = { "content-type": "application/json" };
  const url = `${server.baseUrl}/_control/${path}`;
  const response = await withControl(server)(url, { method: "POST", headers, body: JSON.stringify(input) });
  return toError(response.status, await response.text());
}

const page = { brainId: "brain_operations", slug: "kestrel" };

it.each([
  { path: "faults/add", input: { kind: "status", status: 200 }, fields: ["status"] },
  { path: "faults/add", input: { kind: "latency", latency: { min: 2, max: 1 } }, fields: ["latency"] },
  { path: "pages/compile", input: { ...page, sources: [{ ingestSourceId: "" }] }, fields: ["sources"] },
  { path: "pages/create", input: { brainId: page.brainId, title: 1, body: 2 }, fields: ["title", "body"] },
  { path: "pages/read", input: { ...page, slug: "nothing" }, fields: [] },
])("the error of $path names the wrong fields of $input: $fields", async ({ path, input, fields }) => {
  const error = await fail(path, input);
  expect(error).toBeInstanceOf(FormError);
  expect(error).toMatchObject({ fields, message: expect.stringMatching(/^Failed to /) });
});

it.each(["", "<h1>Bad gateway</h1>", '{"error":{"message":502}}', "[]"])(
  "the error of a response that no control has written has its status: %s",
  (body) => {
    expect(toError(502, body)).toEqual(new Error("The server responded with status 502."));
  },
);
