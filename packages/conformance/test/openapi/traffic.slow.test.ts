import { runConformance } from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import type { OpenApiDocument } from "@knowledge-base/types/openapi";
import { describe, expect, it } from "vitest";
import { expectConforming } from "../expect-conforming.ts";
import { createControls, createTestState, records } from "../test-targets.ts";
import { operationFor, operationsOf, readDocument } from "./document.ts";
import { type Finding, recordTraffic, type Traffic } from "./record-traffic.ts";

const document = await readDocument();

/** Records the traffic between the suite and the reference server. */
async function trafficOfSuite(described: OpenApiDocument): Promise<Traffic> {
  const server = createReferenceServer({ seed: createTestState() });
  await using listener = await listen(server);
  const { apiKey, reset } = server;
  const controls = createControls(server);
  return await recordTraffic(described, listener.url, async (baseUrl) => {
    expectConforming(await runConformance({ baseUrl, apiKey, records, reset, controls, write: true }));
  });
}

/** Ignores invalid requests that were rejected: the suite sends them on purpose. */
function violationsIn({ findings }: Traffic): Finding[] {
  return findings.filter(
    ({ level, target, status }) => level === "error" && (target === "response" || status < 400 || status >= 500),
  );
}

describe("the traffic of the whole conformance suite", { timeout: 60_000 }, () => {
  it("conforms to the document, and includes every response of the document", async () => {
    const traffic = await trafficOfSuite(document);
    expect(violationsIn(traffic)).toEqual([]);

    const documented = operationsOf(document).flatMap(({ operationId, responses }) =>
      Object.keys(responses).map((status) => `${operationId} ${status}`),
    );
    const exchanges = traffic.exchanges.flatMap(({ request, response: { status, content } }) => {
      const operation = operationFor(document, request);
      return operation ? [{ answer: `${operation.operationId} ${status}`, status, type: content.mimeType }] : [];
    });
    const received = new Set(exchanges.map(({ answer }) => answer));
    expect(documented.filter((answer) => !received.has(answer))).toEqual([]);
    // The specification leaves other errors open, but no operation has a second success.
    const others = exchanges.filter(({ answer }) => !documented.includes(answer));
    expect(others.filter(({ status }) => status < 400)).toEqual([]);
    expect(exchanges.filter(({ type }) => !/^application\/json\b/.test(type))).toEqual([]);
  });

  it.each([
    ["a field of another type", `"type":"string","maxLength":160`, `"type":"integer"`, "response 200"],
    ["an enum without a value that is given", `["active","disabled"]`, `["disabled"]`, "response 200"],
    ["a field of an error that is not given", `"required":["statusCode",`, `"required":["code",`, "response 404"],
    ["a parameter that is not needed", `false,"schema":{"type":"integer"}`, `true,"schema":{}`, "request 200"],
  ])("does not conform to a document that has %s", async (_, search, replacement, violation) => {
    const text = JSON.stringify(document);
    const wrong = text.replace(search, replacement);
    expect(wrong).not.toBe(text);
    const violations = violationsIn(await trafficOfSuite(JSON.parse(wrong)));
    expect(violations.map(({ target, status }) => `${target} ${status}`)).toContain(violation);
  });
});
