import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { createControlDocument } from "../../src/http-control/document.ts";
import { openServer } from "../open-server.ts";
import { documentedOperations, documentedSchemas, findSchemaProblems, operationAt } from "./document-checker.ts";
import { post } from "./post.ts";
import { samples } from "./samples.ts";

const operations = Array.from(documentedOperations, ([path, operation]) => ({ path, ...operation }));
const common = ["400", "401", "403", "408", "413", "500"];

/** The statuses of some controls, besides those that every control has. Those of rejections are tested with each command. */
// biome-ignore format: one row a line
const statuses: readonly (readonly [path: string, ...statuses: string[]])[] = [
  ["organizations/create", "200"], ["server/describe", "200"], ["organizations/list", "200", "404"], ["organizations/delete", "204", "404"],
  ["clock/now", "200", "404"], ["server/seed", "200", "404"], ["journal/waitFor", "200", "404", "409"], ["server/reset", "204", "404", "409"],
  ["pages/get", "200", "404", "409"], ["pages/delete", "204", "404", "409"], ["channels/list", "200", "404", "409"], ["oauth/deny", "200", "404", "409"],
];

/** Names of the properties of a schema, at any depth, that have no description. */
function undescribed(schema: unknown, place = ""): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const { properties = {}, ...rest } = schema as { properties?: Record<string, { description?: string }> };
  return [
    ...Object.entries(properties).flatMap(([name, property]) => [
      ...(property.description ? [] : [`${place}.${name}`]),
      ...undescribed(property, `${place}.${name}`),
    ]),
    ...Object.values(rest).flatMap((inner) => undescribed(inner, place)),
  ];
}

describe("the document", () => {
  it("is that of the server, with the URL of the request, and only JSON", async () => {
    const server = openServer({ baseUrl: "https://knowledge-base.test/deep/" });
    const response = await withControl(server)("http://localhost:4000/deep/_control/openapi.json");
    const document = createControlDocument("http://localhost:4000/deep");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toStrictEqual(document);
    expect(document).toMatchObject({ openapi: "3.1.0", servers: [{ url: "http://localhost:4000/deep" }] });
    expect(createControlDocument().servers).toEqual([{ url: "/" }]);
    expect(() => createControlDocument(4000 as never)).toThrow(TypeError);
  });

  it("has a path for each command, the server as a whole, the events and the health", () => {
    const server = ["describe", "seed", "snapshot", "restore", "reset"].map((name) => `server/${name}`);
    const paths = [...Object.keys(samples), ...server, "events"].map((path) => `/_control/${path}`);
    expect(Object.keys(createControlDocument().paths).toSorted()).toEqual([...paths, "/_health"].toSorted());
  });

  it("describes each operation, each tag and each field in words", () => {
    const { tags } = createControlDocument();
    expect(tags.filter(({ description }) => description.length < 20)).toEqual([]);
    for (const {
      description,
      summary,
      operationId,
      path,
      tags: [tag],
    } of operations) {
      expect(operationId).toBe(path.replace("/", "."));
      expect(description.length).toBeGreaterThan(15);
      expect(description).not.toBe(summary);
      expect(tags.map(({ name }) => name)).toContain(tag);
    }
    expect(undescribed([{ properties: documentedSchemas }, operations])).toEqual([]);
  });

  it("has parameters where a control is confined to an organization, and a body where it has an input", () => {
    const parameters = Map.groupBy(operations, (operation) =>
      JSON.stringify(operation.parameters?.map((parameter) => Object.values(parameter)[0]) ?? []),
    );
    const names = (...refs: string[]) => JSON.stringify(refs.map((name) => `#/components/parameters/${name}`));
    const kinds = ["create", "list", "get", "update", "delete"].map((name) => `organizations/${name}`);
    expect(parameters.get("[]")?.map(({ path }) => path)).toEqual([...kinds, "server/describe"]);
    expect(parameters.get(names("organization", "apiKeys"))?.map(({ path }) => path)).toEqual([
      "server/seed",
      "server/restore",
    ]);
    expect(parameters.size).toBe(3);
    expect(createControlDocument().components).toMatchObject({
      parameters: {
        organization: { in: "query", schema: { type: "string" } },
        apiKeys: { in: "query", schema: { enum: ["keep", "renew", "omit"] } },
      },
    });
    const bodies = ["pages/edit", "brains/create", "clock/now"].map((path) => operationAt(path).requestBody?.required);
    expect(bodies).toEqual([true, false, undefined]);
  });

  it.each(statuses)("has the statuses of %s", (path, ...own) => {
    expect(Object.keys(operationAt(path).responses)).toEqual([...common, ...own].toSorted());
  });
});

/** The codes of examples that need something that only a test can have. */
// biome-ignore format: one row a line
const codeOfExample: Readonly<Record<string, string>> = {
  "oauth/approve": "oauth_invalid_state", "oauth/deny": "oauth_invalid_state", "oauth/confirm": "oauth_invalid_state", "faults/remove": "not_found",
};
const examples = operations.flatMap(({ path, requestBody }) =>
  requestBody
    ? [{ path, content: requestBody.content, example: requestBody.content["application/json"]?.example }]
    : [],
);

/** Bodies that the schemas of the document and the server reject. */
// biome-ignore format: one row a line
const invalid: readonly (readonly [path: string, body: object])[] = [
  ["pages/edit", { brainId: "brain_tides", slug: "spring-tide", surplus: 1 }],
  ["pages/edit", { brainId: "brain_tides", slug: "spring-tide", embedding: ["1"] }],
  ["brains/reportConnection", { brainId: "brain_tides", slugs: ["spring-tide"] }],
  ["brains/reportConnection", { brainId: "brain_tides", slugs: ["spring-tide", "a", "b"] }],
  ["clock/set", { at: null }],
  ["faults/add", { kind: "status", status: 503, retryAfter: -1 }],
  ["faults/add", { kind: "status", status: 503, times: 0.5 }],
  ["deliveries/waitFor", { timeout: 120_001 }],
  ["server/restore", { version: 2 }],
];

describe("a body", () => {
  it.each(examples)(
    "of the example of $path is a call of a server with the demo seed",
    async ({ path, content, example }) => {
      const server = createReferenceServer({ seed: demoSeed() });
      const page = { brainId: "brain_operations", slug: "energy-per-crossing" };
      const url = `${server.baseUrl}/v1/brains/${page.brainId}/pages/${page.slug}/archive`;
      if (path.startsWith("deliveries/")) server.control.pages.edit({ ...page, title: "x" });
      if (path.startsWith("journal/"))
        await server.fetch(url, { method: "POST", headers: { "x-api-key": server.apiKey } });
      expect(findSchemaProblems(content, example)).toBeUndefined();
      const { status, body } = await post(server, path, JSON.stringify(example));
      if (codeOfExample[path] === undefined) expect(status).toBeLessThan(300);
      else expect(body).toHaveProperty("error.code", codeOfExample[path]);
    },
  );

  it.each(invalid)("of %s is rejected by the document and by the server: %j", async (path, body) => {
    expect(findSchemaProblems(operationAt(path).requestBody?.content, body)).toBeDefined();
    const { status, body: received } = await post(openServer(), path, JSON.stringify(body));
    expect(status).toBe(400);
    expect(findSchemaProblems(operationAt(path).responses[400]?.content, received)).toBeUndefined();
  });

  it("of a response of the server as a whole matches the document", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    for (const path of ["server/describe", "server/snapshot", "server/snapshot?organization=org_alder_street"]) {
      const { status, body } = await post(server, path, "{}");
      expect(status).toBe(200);
      expect(findSchemaProblems(operationAt(path.replace(/\?.*/, "")).responses[200]?.content, body)).toBeUndefined();
    }
    expect(findSchemaProblems(operationAt("server/restore").requestBody?.content, server.snapshot())).toBeUndefined();
  });
});
