import { isDeepStrictEqual } from "node:util";
import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import fc from "fast-check";
import { expect, it } from "vitest";
import { bodyOf } from "../http-control/calls.ts";
import { findSchemaProblems, operationAt } from "../http-control/document-checker.ts";
import { literal } from "../model/call.ts";
import { checkProperty, propertyTimeoutMs } from "../model/check-property.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { type AnyControl, anyControl } from "./any-control.ts";

const runs = 800;

/** The visible state of a server. */
function everythingOf({ snapshot, clock, faults, journal, deliveries }: ReferenceServer): unknown {
  return [snapshot(), clock.now(), faults.list(), journal.entries(), deliveries.list()];
}

/** Returns the request to send; undefined if the server cannot be prepared for it any more. */
async function bodyFor({ sample, spoil, cut }: AnyControl, server: ReferenceServer): Promise<string | undefined> {
  try {
    const argument = await sample.argument(server, server);
    return cut(JSON.stringify(spoil(JSON.parse(bodyOf(sample.parameter, argument)))) ?? "");
  } catch {
    return undefined;
  }
}

/** Sends a request to a control, checks the response, and returns its status. */
async function findProblem(server: ReferenceServer, request: AnyControl): Promise<number | undefined> {
  const text = await bodyFor(request, server);
  if (text === undefined) return undefined;
  const before = everythingOf(server);
  const { method, path, query, headers } = request;
  const url = `${server.baseUrl}/_control/${path}${query}`;
  const init = { method, headers, ...(method !== "GET" && method !== "HEAD" && { body: text }) };
  const response = await withControl(server)(url, init);
  const { status } = response;
  const body = await response.text();
  const fail = (what: string): never => {
    throw new Error(`${what}: ${status} ${body}\n\nawait withControl(server)(${literal(url)}, ${literal(init)});`);
  };
  if (status >= 300 && !isDeepStrictEqual(everythingOf(server), before)) fail("it changed something");
  const documented = operationAt(path).responses[String(status)];
  if (!documented && ![403, 405].includes(status)) fail("the status is not documented");
  const faults = documented && findSchemaProblems(documented.content, body === "" ? undefined : JSON.parse(body));
  if (faults !== undefined && !(method === "HEAD")) fail(`the body is not the documented one: ${literal(faults)}`);
  try {
    createReferenceServer({ seed: server.snapshot() });
  } catch (error) {
    fail(`what it holds is no state any more: ${literal(error)}`);
  }
  // A fault for later requests would affect the preparation of the next one.
  for (const { id } of server.snapshot().organizations) server.organization(id).faults.clear();
  server.faults.clear();
  return status;
}

it("any request to a control gets a documented response and changes nothing unless it succeeds", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: (number | undefined)[] = [];
  const checked = await checkProperty(
    fc.array(anyControl, { minLength: 1, maxLength: 3 }),
    async (requests) => {
      const server = openServer();
      for (const request of requests) seen.push(await findProblem(server, request));
      server.reset();
      expect(await send(server, "GET /v1/brains/brain_tides/index")).toHaveProperty("status", 200);
    },
    { runs },
  );
  if (checked < runs) return;
  // All kinds must be frequent, or the requests are too narrow a choice.
  for (const status of [200, 204, 400, 403, 404, 405]) expect(seen).toContain(status);
  expect(seen.filter((status) => status !== undefined && status < 300).length).toBeGreaterThan(seen.length / 4);
});
