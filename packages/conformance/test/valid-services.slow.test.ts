import { runConformance } from "@knowledge-base/conformance";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type Change, changing, idsOf, openTarget } from "./reference-target.ts";

/** Responds with an error instead of some requests with a valid key. */
function reject(status: number, isRejected: (init: RequestInit, url: URL, accepted: Response) => boolean): Change {
  return (send) => async (url, init) => {
    const response = await send(url, init);
    const address = new URL(url);
    if (response.status === 401 || !isRejected(init, address, response)) return response;
    const error = { statusCode: status, timestamp: new Date().toISOString(), path: address.pathname, message: "No." };
    return Response.json(error, { status });
  };
}

/** Changes the limit of the requests for the prompt index. */
function changeLimit(change: (limit: number | undefined) => number): Change {
  return (send) => (url, init) => {
    const address = new URL(url);
    const given = address.searchParams.getAll("limit");
    const limit = given.length === 0 ? undefined : Number(given[0]);
    const isValid = given.length < 2 && (limit === undefined || Number.isInteger(limit));
    if (!address.pathname.endsWith("/index") || !isValid) return send(url, init);
    address.searchParams.set("limit", String(change(limit)));
    return send(address.href, init);
  };
}

const isMadeUp = ({ pathname, search }: URL) => /no-such|%20|%C3|:|No-Such/i.test(pathname + search);
const isDisabled = ({ pathname }: URL) => pathname.endsWith("/binding_suite_disabled");
const parameters = ({ searchParams }: URL) => [...searchParams.keys()];

/** Valid services, by what they do. The second service has other ones. */
const services: Readonly<Record<string, Change>> = {
  // Without an offset, a timestamp is one of UTC.
  "writes timestamps without an offset": changing(
    "",
    async (response) => new Response((await response.text()).replaceAll(/(\.\d{3})Z"/g, '$1"'), response),
  ),
  "labels errors as problems": changing("", ({ ok, status, body }) => {
    const type = ok ? "Application/JSON; charset=utf-8" : "application/problem+json";
    return new Response(body, { status, headers: { "content-type": type } });
  }),
  "rejects unknown parameters of a query": reject(400, (_, url) =>
    parameters(url).some((name) => name !== "limit" && name !== "installationId"),
  ),
  "checks the form of ids, with a status that isn't documented": reject(
    422,
    (_, url, { status }) => status === 404 && isMadeUp(url),
  ),
  "doesn't update a disabled binding": reject(409, ({ method }, url) => method === "PATCH" && isDisabled(url)),
  "ignores flags that are null": (send) => (url, init) =>
    send(url, { ...init, ...(typeof init.body === "string" && { body: init.body.replace(/"\w+":null/, "") }) }),
  "rejects a limit above 20 and below 5": changeLimit((limit = 20) => (limit > 20 || limit < 5 ? 0 : limit)),
};

beforeEach(() => void vi.stubEnv("TZ", "Asia/Tokyo"));
afterEach(() => void vi.unstubAllEnvs());

it.each(Object.entries(services))("no case of a valid service fails, which %s", async (_, change) => {
  const { results, ...report } = await runConformance(openTarget(change).target);
  const problems = results.filter(({ status }) => status === "failed" || status === "error");
  expect(problems.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  expect(idsOf({ results, ...report }, "passed").length).toBeGreaterThan(60);
});
