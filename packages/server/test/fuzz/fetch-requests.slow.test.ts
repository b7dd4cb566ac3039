import { isDeepStrictEqual } from "node:util";
import type { ReferenceServer } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import fc from "fast-check";
import { expect, it } from "vitest";
import { literal } from "../model/call.ts";
import { checkProperty, propertyTimeoutMs } from "../model/check-property.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { type AnyRequest, anyRequest, withState } from "./any-request.ts";
import { argumentsOf, findResponseProblem, mayChange, readResponse, requestOf } from "./find-response-problem.ts";

const runs = 1200;

/**
 * Sends a request to a server, and the same as a `Request` to another one like it.
 *
 * @returns the status; undefined if the platform rejects the request
 * @throws Error that describes the problem
 */
async function exchange(server: ReferenceServer, twin: ReferenceServer, sent: AnyRequest): Promise<number | undefined> {
  const [url, init] = argumentsOf(sent);
  const request = requestOf(url, init);
  const before = server.snapshot();
  if (!request) {
    const error = await server.fetch(url, init).catch((reason: unknown) => reason);
    if (!(error instanceof TypeError)) throw new Error("it responds to an invalid request");
    return undefined;
  }
  const sentRequest = {
    method: request.method,
    path: new URL(request.url).pathname,
    apiKey: request.headers.get("x-api-key"),
    bodyBytes: (await request.clone().bytes()).length,
  };
  const response = await readResponse(await server.fetch(url, { ...init, redirect: "manual" }));
  const isChanged = !isDeepStrictEqual(server.snapshot(), before);
  const problem =
    findResponseProblem(sentRequest, response) ??
    (isChanged && !mayChange(sentRequest, response) ? "it changed something" : undefined) ??
    (isDeepStrictEqual(await readResponse(await twin.fetch(request, { redirect: "manual" })), response)
      ? undefined
      : "a Request has another");
  if (problem !== undefined) throw new Error(`${problem}: ${literal(response)}`);
  return response.status;
}

/** Sends requests to a server of their own, and then ordinary ones. */
async function exchangeAll(requests: readonly AnyRequest[], strictBodies: boolean): Promise<(number | undefined)[]> {
  const [server, twin] = [openServer({ strictBodies }), openServer({ strictBodies })];
  const start = "POST /v1/brains/brain_tides/messaging/oauth/start";
  const { authorizationUrl } = (await send(server, start)).body as OAuthStart;
  await send(twin, start);
  const state = new URL(authorizationUrl).searchParams.get("state") ?? "";
  const sent = requests.map((request) => withState(request, state));
  const statuses: (number | undefined)[] = [];
  try {
    for (const request of sent) statuses.push(await exchange(server, twin, request));
    expect(await send(server, "GET /v1/brains/brain_ropes/index")).toHaveProperty("status", 200);
    // A rejected decision must not have used up the state.
    if (!statuses.includes(303)) await server.control.oauth.approve({ authorizationUrl });
  } catch (error) {
    const calls = sent.map((request) => `await server.fetch(...${literal(argumentsOf(request))});`);
    throw new Error(`${(error as Error).message}\n\n${calls.join("\n")}`);
  }
  return statuses;
}

it("any request over fetch gets a documented response and changes nothing unless it succeeds", {
  timeout: propertyTimeoutMs,
}, async () => {
  const seen: (number | undefined)[] = [];
  const requests = fc.array(anyRequest, { minLength: 1, maxLength: 3 });
  const checked = await checkProperty(
    fc.tuple(requests, fc.boolean()),
    async ([sent, strictBodies]) => seen.push(...(await exchangeAll(sent, strictBodies))),
    { runs },
  );
  if (checked < runs) return;
  // All kinds must be frequent, or the requests are too narrow a choice.
  for (const status of [undefined, 200, 201, 303, 400, 401, 404, 413, 415]) expect(seen).toContain(status);
  expect(seen.filter((status) => status !== undefined && status < 400).length).toBeGreaterThan(seen.length / 4);
});
