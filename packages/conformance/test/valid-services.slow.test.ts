import { runConformance } from "@knowledge-base/conformance";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Change, changing, idsOf, openTarget } from "./reference-target.ts";

interface Json {
  readonly [name: string]: unknown;
  readonly status?: unknown;
  readonly body?: unknown;
  readonly statusCode?: unknown;
}

/** Changes every object in the body of a response. */
function changeObjects(change: (object: Json) => Json): Change {
  const revive = (_: string, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value) ? change(value as Json) : value;
  return changing("", async (response) => Response.json(JSON.parse(await response.text(), revive), response));
}

/** Changes the error bodies of a response. */
function changeErrors(change: (error: Json) => Json): Change {
  return changeObjects((object) => ("timestamp" in object ? change(object) : object));
}

/** Changes the text of the body of a response. */
function changeText(change: (text: string) => string): Change {
  return changing("", async (response) => new Response(change(await response.text()), response));
}

/** Responds with an error instead of some requests with a valid key. */
function reject(status: number, isRejected: (init: RequestInit, url: URL, accepted: Response) => boolean): Change {
  return (send) => async (url, init) => {
    const response = await send(url, init);
    const address = new URL(url);
    const isUnchanged = response.status === 401 || !isRejected(init, address, response);
    return isUnchanged ? response : createError(status, address.pathname);
  };
}

function createError(status: number, path: string): Response {
  const timestamp = new Date().toISOString();
  return Response.json({ statusCode: status, timestamp, path, message: "No." }, { status });
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

let count = 0;
const isForeign = ({ href }: URL) => href.includes("foreign");
const isMadeUp = ({ pathname, search }: URL) => /no-such|%20|%C3|:|No-Such/i.test(pathname + search);

/** Valid services, by what they do: they differ from the reference server in what the specification leaves open. */
const services: Readonly<Record<string, Change>> = {
  "adds fields to every object, with other values each time": changeObjects((object) => ({
    ...object,
    extra: count++,
  })),
  "writes timestamps with an offset": changeText((text) => text.replaceAll(/(\.\d{3})Z"/g, '$1+00:00"')),
  "writes timestamps with hours as the offset": changeText((text) => text.replaceAll(/(\.\d{3})Z"/g, '$1+00"')),
  "writes timestamps without an offset": changeText((text) => text.replaceAll(/(\.\d{3})Z"/g, '$1"')),
  "writes timestamps with microseconds, now and then": changeText((text) =>
    count++ % 2 ? text.replaceAll(/(\.\d{3})Z"/g, '$1000Z"') : text,
  ),
  "writes timestamps without milliseconds": changeText((text) => text.replaceAll(/\.\d{3}Z"/g, 'Z"')),
  "has no body in its errors": changeErrors(({ body: _, ...error }) => error),
  "has errors with messages in another language, and no title of a 401 and a 404": changeErrors((error) => {
    const { error: _, ...body } = (error.body ?? {}) as Json;
    return { ...error, message: "Das geht nicht.", ...(error.statusCode !== 400 && { body }) };
  }),
  "has an object for each invalid field": changeErrors((error) => {
    const { message, ...body } = (error.body ?? {}) as Json;
    const messages = Array.isArray(message) ? message.map((text) => ({ property: text, constraints: [] })) : message;
    return { ...error, body: { ...body, message: messages } };
  }),
  "labels errors as problems": changing("", ({ ok, status, body }) => {
    const type = ok ? "Application/JSON; charset=utf-8" : "application/problem+json";
    return new Response(body, { status, headers: { "content-type": type } });
  }),
  "forbids what belongs to another organization": reject(403, (_, url, { ok }) => isForeign(url) && !ok),
  "returns 401 for what belongs to another organization": reject(401, (_, url, { ok }) => isForeign(url) && !ok),
  "returns 401 for the key of another organization": changing("/brains/brain_suite/", async (response, url) => {
    const isOfOther = (await response.clone().text()).includes("Brain not found");
    return isOfOther ? createError(401, new URL(url).pathname) : response;
  }),
  "has a key whose role may only read": reject(403, ({ method }) => method !== "GET"),
  "rejects unknown parameters of a query": reject(400, (_, { searchParams }) =>
    [...searchParams.keys()].some((name) => name !== "limit" && name !== "installationId"),
  ),
  "checks the form of ids": reject(400, (_, url, { status }) => status === 404 && isMadeUp(url)),
  "checks the form of ids, with a status that isn't documented": reject(
    422,
    (_, url, { status }) => status === 404 && isMadeUp(url),
  ),
  "ignores flags that are null": (send) => (url, init) =>
    send(url, { ...init, ...(typeof init.body === "string" && { body: init.body.replace(/"\w+":null/, "") }) }),
  "doesn't archive an archived page again": (send) => async (url, init) => {
    const { pathname } = new URL(url);
    const [, brain = "", slug = ""] = /^(.*)\/pages\/([^/]+)\/archive$/.exec(pathname) ?? [];
    const listed = url.replace(pathname, `${brain}/index?limit=500`);
    const index = slug === "" ? "" : await (await send(listed, { headers: init.headers ?? {} })).text();
    const response = await send(url, init);
    const isAgain = response.status === 201 && !index.includes(`"${slug}"`);
    return isAgain ? createError(409, pathname) : response;
  },
  "shows only in archived that a page is archived": changeObjects((object) =>
    object.status === "archived" ? { ...object, status: "stale" } : object,
  ),
  "succeeds if there is no such binding to remove": changing("DELETE", async (response) => {
    const isMissing = (await response.clone().text()).includes("Binding not found");
    return isMissing ? Response.json({ disconnected: false }) : response;
  }),
  "doesn't update a disabled binding": reject(
    409,
    ({ method }, { pathname }) => method === "PATCH" && pathname.endsWith("/binding_suite_disabled"),
  ),
  "shows 10 entries by default, and never more than 20": changeLimit((limit = 10) => Math.min(limit, 20)),
  "shows all entries by default": changeLimit((limit = 500) => limit),
  "rejects a limit above 20 and below 5": changeLimit((limit = 20) => (limit > 20 || limit < 5 ? 0 : limit)),
  "ends a long summary with an ellipsis": changeText((text) => text.replaceAll(/("(?:Harbour ){19}Harbour)"/g, '$1…"')),
  "knows no name of a channel": changeObjects((object) =>
    "channelName" in object ? { ...object, channelName: null } : object,
  ),
};

/** Applies a change, and counts the requests and responses that it has changed. */
function counting(change: Change) {
  const counts = { changed: 0 };
  const show = async (url: string, { body }: RequestInit, response: Response) =>
    JSON.stringify([url, body, response.status, response.headers.get("content-type"), await response.clone().text()]);
  const apply: Change = (send) => {
    let original = "";
    const changed = change(async (url, init) => {
      const response = await send(url, init);
      original = await show(url, init, response);
      return response;
    });
    return async (url, init) => {
      const response = await changed(url, init);
      if ((await show(url, init, response)) !== original) counts.changed += 1;
      return response;
    };
  };
  return { counts, apply };
}

describe("no case of a valid service fails, which", () => {
  // A timestamp without an offset is one of UTC.
  beforeEach(() => void vi.stubEnv("TZ", "Asia/Tokyo"));
  afterEach(() => void vi.unstubAllEnvs());

  it.each(Object.entries(services))("%s", async (_, change) => {
    const { apply, counts } = counting(change);
    const report = await runConformance(openTarget(apply).target);
    const problems = report.results.filter(({ status }) => status === "failed" || status === "error");
    expect(problems.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    expect(idsOf(report, "passed").length).toBeGreaterThan(60);
    expect(counts.changed).toBeGreaterThan(0);
  });
});
