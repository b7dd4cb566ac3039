import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { expect, it } from "vitest";
import { post } from "../helpers/control-calls.ts";
import { document, documentedOperations, findSchemaProblems, operationAt } from "../helpers/document-checker.ts";
import { openServer, send } from "../helpers/open-server.ts";
import { samples } from "../helpers/samples.ts";

it("the document is JSON, and has the URL of the request", async () => {
  const server = openServer({ baseUrl: "https://knowledge-base.test/deep/" });
  const response = await withControl(server)("http://localhost:4000/deep/_control/openapi.json");
  expect(response.headers.get("content-type")).toBe("application/json");
  const servers = [{ url: "http://localhost:4000/deep" }];
  expect(await response.json()).toStrictEqual({ ...document, openapi: "3.1.0", servers });
});

it("the document has a path for each control, the server as a whole and the health", () => {
  const server = ["describe", "changes", "seed", "snapshot", "restore", "reset"].map((name) => `server/${name}`);
  const paths = [...samples.map(({ path }) => path), ...server].map((path) => `/_control/${path}`);
  expect(Object.keys(document.paths).toSorted()).toEqual([...paths, "/_health"].toSorted());
});

it("the document describes each operation, each tag and each field in words", () => {
  const { tags, components } = document;
  expect(tags.filter(({ description }) => description.length < 20)).toEqual([]);
  for (const { description, summary, operationId, path, tags: own } of documentedOperations.values()) {
    expect(description.length).toBeGreaterThan(15);
    expect(description).not.toBe(summary);
    expect(operationId.replace(".", "/")).toBe(path);
    expect(tags.map(({ name }) => name)).toEqual(expect.arrayContaining([...own]));
  }
  const undescribed: string[] = [];
  JSON.stringify(
    [components, ...documentedOperations.values()],
    (_, value: { properties?: Record<string, { description?: string }> } | null) => {
      for (const [name, property] of Object.entries(value?.properties ?? {}))
        if (!property.description) undescribed.push(name);
      return value;
    },
  );
  expect(undescribed).toEqual([]);
});

it("the document describes a field by its own interface, and not by that of another record with such a field", () => {
  const { Authorization, StateInput } = document.components.schemas;
  const { status } = Authorization?.properties ?? {};
  expect(status?.description).toMatch(/^Whether it is undecided/);
  expect(StateInput?.properties?.["authorizations"]?.items?.properties?.["status"]).toEqual(status);
});

const { schemas } = document.components;

it("the document has the default of a field as a value, if it is one, and describes a fault by its own kind", () => {
  const { properties } = operationAt("pages/list").requestBody?.content["application/json"]?.schema ?? expect.fail();
  expect(properties).toMatchObject({ limit: { default: 100 } });
  expect(properties?.["after"]).not.toHaveProperty("default");
  const kinds = new Map(
    schemas["Fault"]?.anyOf?.map(({ properties: fields }) => [fields?.["kind"]?.const, fields?.["status"]]),
  );
  expect(kinds.get("gateway_html")).toMatchObject({
    default: 502,
    description: "Status from 400 to 599. Default: 502.",
  });
  expect(kinds.get("status")).not.toHaveProperty("default");
});
const recordInputs = Object.keys(schemas).filter((name) => /(?<!State)Input$/.test(name));

it.each(recordInputs)("the document lists the default of each field that %s may lack", (name) => {
  const { description, required = [] } = schemas[name] ?? expect.fail();
  const [, list = ""] = description.split("Defaults:\n");
  const listed = Array.from(list.matchAll(/^- (.*?):/gm), ([, names = ""]) => names.replaceAll("`", "").split(", "));
  const complete = schemas[name.replace("Input", "")]?.required ?? [];
  const defaulted = complete.filter((field) => !required.includes(field));
  expect(listed.flat().toSorted()).toEqual(defaulted.toSorted());
});

it("the document has a parameter for the organization of a control, and a body for its input", () => {
  for (const { path, parameters = [] } of documentedOperations.values()) {
    const names = parameters.map(({ $ref }) => $ref.replace("#/components/parameters/", ""));
    const own = /^server.(seed|restore)$/.test(path) ? ["organization", "apiKeys"] : ["organization"];
    expect(names).toEqual(/^organizations|describe$|changes$/.test(path) ? [] : own);
  }
  const parameters = { organization: { in: "query" }, apiKeys: { schema: { enum: ["keep", "renew", "omit"] } } };
  expect(document.components).toMatchObject({ parameters });
  const bodies = ["pages/edit", "brains/create", "clock/now"].map((path) => operationAt(path).requestBody?.required);
  expect(bodies).toEqual([true, false, undefined]);
});

it("the document marks the controls that delete or replace something", () => {
  const operations = [...documentedOperations.values()];
  const marked = operations.filter((operation) => operation["x-destructive"]).map(({ path }) => path);
  // A control that returns nothing has only removed something.
  const removing = operations.filter(({ responses }) => responses[204]).map(({ path }) => path);
  expect(marked.toSorted()).toEqual([...removing, "server/restore"].toSorted());
});

// Examples that need something that only a test can have.
const incomplete = /^oauth.(approve|deny|confirm)|faults.remove/;
const examples = [...documentedOperations.values()].filter(({ requestBody }) => requestBody);

it.each(examples)("the example of $path in the document is about the demo seed", async ({ path, requestBody }) => {
  const server = createReferenceServer({ seed: demoSeed() });
  const page = { brainId: "brain_operations", slug: "energy-per-crossing" };
  const archive = `POST /v1/brains/${page.brainId}/pages/${page.slug}/archive`;
  if (path.startsWith("deliveries/")) server.control.pages.edit({ ...page, title: "x" });
  if (path.startsWith("journal/")) await send(server, archive);
  const example = requestBody?.content["application/json"]?.example;
  expect(findSchemaProblems(requestBody?.content, example)).toBeUndefined();
  const { status } = await post(server, path, JSON.stringify(example));
  expect(status < 300).toBe(!incomplete.test(path));
});

it.each<{ path: string; input: object }>([
  { path: "journal/entries", input: { input: [] } },
  { path: "journal/waitFor", input: { input: "moon" } },
  { path: "faults/add", input: { kind: "hang", input: 1 } },
  { path: "faults/add", input: { kind: "response", status: 200, headers: ["location"] } },
  { path: "faults/add", input: { kind: "merge", merge: {}, headers: { age: 1 } } },
])("the document doesn't allow a body that $path rejects: $input", async ({ path, input }) => {
  expect((await post(openServer(), path, JSON.stringify(input))).status).toBe(400);
  expect(findSchemaProblems(operationAt(path).requestBody?.content, input)).toBeDefined();
});

it("the responses of the controls of the whole server match the document", async () => {
  const server = createReferenceServer({ seed: demoSeed() });
  const state = server.snapshot();
  const calls: readonly [path: string, input: unknown][] = [
    ["server/describe", {}],
    ["server/snapshot", {}],
    ["server/snapshot?organization=org_alder_street", {}],
    ["server/restore", state],
    ["server/seed", operationAt("server/seed").requestBody?.content["application/json"]?.example],
  ];
  for (const [path, input] of calls) {
    const { status, body } = await post(server, path, JSON.stringify(input));
    expect(status).toBe(200);
    expect(findSchemaProblems(operationAt(path.replace(/\?.*/, "")).responses[200]?.content, body)).toBeUndefined();
  }
  expect(findSchemaProblems(operationAt("server/restore").requestBody?.content, state)).toBeUndefined();
});
