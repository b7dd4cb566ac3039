import { inspect, isDeepStrictEqual } from "node:util";
import type { ReferenceServer } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import fc from "fast-check";
import { expect, it } from "vitest";
import { literal } from "../model/call.ts";
import { checkProperty, propertyTimeoutMs } from "../model/check-property.ts";
import { openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { type AnyRequest, anyRequest, withState } from "./any-request.ts";
import { argumentsOf, readResponse, requestOf } from "./fetch-arguments.ts";
import { findResponseProblem, mayChange } from "./find-response-problem.ts";

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
  const path = new URL(request.url).pathname;
  const sentRequest = {
    method: request.method,
    path,
    apiKey: request.headers.get("x-api-key"),
    bodyBytes: (await request.clone().bytes()).length,
  };
  const response = await readResponse(await server.fetch(url, init));
  const wrong = findResponseProblem(sentRequest, response);
  if (wrong !== undefined) throw new Error(`${wrong}: ${literal(response)}`);
  const isChanged = !isDeepStrictEqual(server.snapshot(), before);
  if (isChanged && !mayChange(sentRequest, response))
    throw new Error(`it changed something and responded with ${literal(response)}`);
  const other = await readResponse(await twin.fetch(request));
  if (!isDeepStrictEqual(other, response))
    throw new Error(`it responds with ${literal(response)}, and to a Request with ${literal(other)}`);
  return response.status;
}

async function startOAuth(server: ReferenceServer): Promise<OAuthStart> {
  return (await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start")).body as OAuthStart;
}

/** Sends requests to a server of their own, and then ordinary ones. */
async function exchangeAll(requests: readonly AnyRequest[], strictBodies: boolean): Promise<(number | undefined)[]> {
  const server = openServer({ strictBodies });
  const twin = openServer({ strictBodies });
  const { authorizationUrl } = await startOAuth(server);
  const { authorizationUrl: same } = await startOAuth(twin);
  const state = new URL(same).searchParams.get("state") ?? "";
  const sent = requests.map((request) => withState(request, state));
  const statuses: (number | undefined)[] = [];
  try {
    for (const request of sent) statuses.push(await exchange(server, twin, request));
    expect(await send(server, "GET /v1/brains/brain_ropes/index")).toHaveProperty("status", 200);
    // A rejected decision must not have used up the state.
    if (!statuses.includes(303)) await server.control.oauth.approve({ authorizationUrl });
  } catch (error) {
    throw new Error(`${(error as Error).message}\n\n${printRequests(sent, strictBodies)}`);
  }
  return statuses;
}

/** Requests as code, for a test beside this one. */
function printRequests(requests: readonly AnyRequest[], strictBodies: boolean): string {
  const calls = requests.map((request) => {
    const [url, { body, ...init }] = argumentsOf(request);
    const bytes = { [inspect.custom]: () => `Uint8Array.of(${(body as Uint8Array).join(", ")})` };
    const shown = body instanceof Uint8Array ? bytes : body;
    return `await server.fetch(${literal(url)}, ${literal({ ...init, ...(shown !== undefined && { body: shown }) })});`;
  });
  return [`const server = openServer({ strictBodies: ${strictBodies} });`, ...calls].join("\n");
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
