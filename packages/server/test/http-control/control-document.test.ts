import { createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { createControlDocument } from "../../src/http-control/document.ts";
import { openServer } from "../open-server.ts";
import { documentedOperations, documentedSchemas, findSchemaProblems, operationAt } from "./document-checker.ts";
import { bodyOf, post } from "./post.ts";
import { type Sample, samples } from "./samples.ts";

const calls = Object.entries<Sample>(samples).flatMap(([path, { parameter, argument, rejected }]) => [
  { path, parameter, what: "success", argument },
  ...Object.entries(rejected).map(([what, refusedArgument]) => ({ path, parameter, what, argument: refusedArgument })),
]);
const operations = Array.from(documentedOperations, ([path, operation]) => ({ path, ...operation }));
const examples = operations.flatMap(({ path, requestBody }) =>
  requestBody ? [{ path, example: requestBody.content["application/json"]?.example }] : [],
);

/** The examples that need something that only a test can have. */
const codeOfExample: Readonly<Record<string, string>> = {
  "oauth/approve": "oauth_invalid_state",
  "oauth/deny": "oauth_invalid_state",
  "oauth/confirm": "oauth_invalid_state",
  "faults/remove": "not_found",
};

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
  it("is the document of the server, with the URL of the request", async () => {
    const server = openServer({ baseUrl: "https://knowledge-base.test/deep/" });
    const response = await withControl(server)("http://localhost:4000/deep/_control/openapi.json");
    expect(response.headers.get("content-type")).toBe("application/json");
    expect(await response.json()).toEqual(createControlDocument("http://localhost:4000/deep"));
    expect(createControlDocument("http://localhost:4000/deep").servers).toEqual([
      { url: "http://localhost:4000/deep" },
    ]);
    expect(createControlDocument().servers).toEqual([{ url: "/" }]);
  });

  it("is an OpenAPI 3.1 document, and only JSON", () => {
    const document = createControlDocument();
    expect(document.openapi).toBe("3.1.0");
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  });

  it("has the health route, the server as a whole, and a path for each command", () => {
    expect(Object.keys(createControlDocument().paths).toSorted()).toEqual(
      [
        ...Object.keys(samples).map((path) => `/_control/${path}`),
        ...["describe", "seed", "snapshot", "restore", "reset"].map((name) => `/_control/server/${name}`),
        "/_control/events",
        "/_health",
      ].toSorted(),
    );
  });

  it("confines organization controls to one organization", () => {
    const unscoped = operations.filter(({ parameters }) => !parameters).map(({ path }) => path);
    expect(unscoped).toEqual([
      "organizations/create",
      "organizations/list",
      "organizations/get",
      "organizations/update",
      "organizations/delete",
      "server/describe",
    ]);
  });

  it("takes the id of an organization as text in the query, and does not require it", () => {
    const reference = { $ref: "#/components/parameters/organization" };
    const scoped = operations.filter(({ parameters }) => parameters);
    for (const { parameters } of scoped) expect(parameters).toContainEqual(reference);
    const loading = scoped.filter(({ parameters }) => parameters?.length === 2).map(({ path }) => path);
    expect(loading).toEqual(["server/seed", "server/restore"]);
    expect(createControlDocument().components).toHaveProperty("parameters", {
      apiKeys: {
        name: "apiKeys",
        in: "query",
        description: expect.stringContaining("`renew` replaces each by a new key"),
        schema: { type: "string", enum: ["keep", "renew", "omit"] },
      },
      organization: {
        name: "organization",
        in: "query",
        description: expect.stringContaining("By default it affects the whole server."),
        schema: { type: "string" },
      },
    });
  });

  it("distinguishes required, optional and missing bodies", () => {
    expect(operationAt("pages/edit").requestBody).toHaveProperty("required", true);
    expect(operationAt("brains/create").requestBody).toHaveProperty("required", false);
    expect(operationAt("clock/now").requestBody).toBeUndefined();
  });

  it("describes each operation, each tag and each field in words", () => {
    const { tags } = createControlDocument() as unknown as { tags: { name: string; description: string }[] };
    expect(tags.filter(({ description }) => description.length < 20)).toEqual([]);
    for (const {
      description,
      summary,
      tags: [tag],
    } of operations) {
      expect(description.length).toBeGreaterThan(15);
      expect(description).not.toBe(summary);
      expect(tags.map(({ name }) => name)).toContain(tag);
    }
    expect(undescribed([{ properties: documentedSchemas }, operations])).toEqual([]);
  });

  it("lists the error codes of an operation, and their statuses", () => {
    const { description, responses } = operationAt("oauth/deny");
    expect(description).toContain("Fails as `approve`.");
    const common = ["400", "401", "403", "408", "413", "500"];
    const statusesOf = (path: string) => Object.keys(operationAt(path).responses);
    expect(Object.keys(responses)).toEqual(["200", ...common, "404", "409"].toSorted());
    expect(operationAt("oauth/confirm").description).toContain("`oauth_wrong_code`");
    expect(statusesOf("pages/get")).toEqual(["200", ...common, "404", "409"].toSorted());
    expect(statusesOf("server/reset")).toEqual(["204", ...common, "404", "409"].toSorted());
    expect(statusesOf("server/seed")).toEqual(["200", ...common, "404"].toSorted());
    expect(statusesOf("server/describe")).toEqual(["200", ...common].toSorted());
  });
});

describe("a call", () => {
  it.each(calls)("of $path ($what) matches the document", async ({ path, parameter, what, argument }) => {
    const server = openServer();
    const body = bodyOf(parameter, await argument(server, server));
    const { status, body: received } = await post(server, path, body);
    const { requestBody, responses } = operationAt(path);
    if (what !== "invalid_input")
      expect(requestBody ? findSchemaProblems(requestBody.content, JSON.parse(body)) : body).toBe(
        requestBody ? undefined : "{}",
      );
    expect(Object.keys(responses)).toContain(String(status));
    expect(findSchemaProblems(responses[status]?.content, received)).toBeUndefined();
  });

  it("of the server as a whole matches the document", async () => {
    const server = createReferenceServer({ seed: demoSeed() });
    for (const path of ["server/describe", "server/snapshot", "server/snapshot?organization=org_alder_street"]) {
      const { status, body } = await post(server, path, "{}");
      expect(status).toBe(200);
      const { responses } = operationAt(path.replace(/\?.*/, ""));
      expect(findSchemaProblems(responses[status]?.content, body)).toBeUndefined();
    }
    const content = operationAt("server/restore").requestBody?.content;
    expect(findSchemaProblems(content, server.snapshot())).toBeUndefined();
    expect(findSchemaProblems(content, { version: 2 })).toBeDefined();
    const rejected = await post(server, "server/seed", JSON.stringify({ version: 2, pages: {} }));
    expect(rejected).toHaveProperty("status", 400);
    expect(findSchemaProblems(operationAt("server/seed").responses[400]?.content, rejected.body)).toBeUndefined();
  });

  it("that a schema rejects is rejected by the server too", async () => {
    const server = openServer();
    const bodies = [
      ["pages/edit", { brainId: "brain_tides", slug: "spring-tide", surplus: 1 }],
      ["pages/edit", { brainId: "brain_tides", slug: "spring-tide", embedding: ["1"] }],
      ["brains/reportConnection", { brainId: "brain_tides", slugs: ["spring-tide"] }],
      ["brains/reportConnection", { brainId: "brain_tides", slugs: ["spring-tide", "a", "b"] }],
      ["clock/set", { at: null }],
      ["faults/add", { kind: "status", status: 503, retryAfter: -1 }],
      ["faults/add", { kind: "status", status: 503, times: 0.5 }],
      ["deliveries/waitFor", { timeout: 120_001 }],
    ] as const;
    for (const [path, body] of bodies) {
      expect(findSchemaProblems(operationAt(path).requestBody?.content, body)).toBeDefined();
      expect(await post(server, path, JSON.stringify(body))).toHaveProperty("status", 400);
    }
  });
});

describe("an example", () => {
  it.each(examples)("of $path is about the demo seed", async ({ path, example }) => {
    const server = createReferenceServer({ seed: demoSeed() });
    expect(findSchemaProblems(operationAt(path).requestBody?.content, example)).toBeUndefined();
    const connected = await connect(server.baseUrl, { fetch: withControl(server) });
    if (path === "journal/waitFor" || path === "journal/get") {
      await server.fetch(`${server.baseUrl}/v1/brains/brain_operations/pages/energy-per-crossing/archive`, {
        method: "POST",
        headers: { "x-api-key": server.apiKey },
      });
    }
    if (path === "deliveries/waitFor")
      await connected.control.pages.edit({ brainId: "brain_operations", slug: "energy-per-crossing", title: "x" });
    const { status, body } = await post(server, path, JSON.stringify(example));
    const code = codeOfExample[path];
    if (code === undefined) expect(status).toBeLessThan(300);
    else expect(body).toHaveProperty("error.code", code);
  });
});
