type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** A service that differs from the reference server in what the specification leaves open. */
export type Variant = (send: Fetch) => Fetch;

interface Json {
  readonly [name: string]: unknown;
  readonly status?: unknown;
  readonly summary?: unknown;
  readonly body?: unknown;
  readonly statusCode?: unknown;
}

/** Changes every object in the body of a response. */
function changeObjects(change: (object: Json, status: number) => Json): Variant {
  return (send) => async (url, init) => {
    const response = await send(url, init);
    const { status } = response;
    const revive = (_: string, value: unknown) =>
      typeof value === "object" && value !== null && !Array.isArray(value) ? change(value as Json, status) : value;
    return Response.json(JSON.parse(await response.text(), revive), { status });
  };
}

/** Changes the error bodies of a response. */
function changeErrors(change: (error: Json) => Json): Variant {
  return changeObjects((object) => ("timestamp" in object ? change(object) : object));
}

/** Changes the text of the body of a response. */
function changeText(change: (text: string) => string): Variant {
  return (send) => async (url, init) => {
    const response = await send(url, init);
    return new Response(change(await response.text()), response);
  };
}

/** Responds with an error instead of some requests with a key. */
function reject(status: number, isRejected: (method: string, url: URL, accepted: Response) => boolean): Variant {
  return (send) => async (url, init) => {
    const response = await send(url, init);
    const address = new URL(url);
    if (response.status === 401 || !isRejected(init.method ?? "GET", address, response)) return response;
    return createError(status, address.pathname);
  };
}

function createError(status: number, path: string): Response {
  const timestamp = new Date().toISOString();
  return Response.json({ statusCode: status, timestamp, path, message: "No." }, { status });
}

/** Changes the limit of the requests for the prompt index. */
function changeLimit(change: (limit: number | undefined) => number): Variant {
  return (send) => (url, init) => {
    const address = new URL(url);
    const given = address.searchParams.getAll("limit");
    const limit = Number(given[0]);
    if (!address.pathname.endsWith("/index") || given.length > 1 || !Number.isInteger(given.length === 0 ? 1 : limit)) {
      return send(url, init);
    }
    address.searchParams.set("limit", String(change(given.length === 0 ? undefined : limit)));
    return send(address.href, init);
  };
}

let count = 0;
const isForeign = ({ href }: URL) => /brain_recipes|installation_alder_street|binding_bakehouse/.test(href);

/** Valid services, by what they do. */
export const variants: Readonly<Record<string, Variant>> = {
  "adds fields to every object, with other values each time": changeObjects((object) => ({
    ...object,
    extra: count++,
  })),
  "writes timestamps with an offset": changeText((text) => text.replaceAll(/(\.\d{3})Z"/g, '$1+00:00"')),
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
  "labels errors as problems": (send) => async (url, init) => {
    const response = await send(url, init);
    const type = response.ok ? "Application/JSON; charset=utf-8" : "application/problem+json";
    return new Response(response.body, { status: response.status, headers: { "content-type": type } });
  },
  "forbids what belongs to another organization": reject(403, (_, url, accepted) => isForeign(url) && !accepted.ok),
  "has a key whose role may only read": reject(403, (method) => method !== "GET"),
  "rejects unknown parameters of a query": reject(400, (_, url) =>
    Array.from(url.searchParams.keys()).some((name) => name !== "limit" && name !== "installationId"),
  ),
  "validates the form of ids": reject(400, (_, { pathname }) => /%20|%C3|:/.test(pathname)),
  "does not archive an archived page again": (send) => async (url, init) => {
    const { pathname } = new URL(url);
    const [, brain = "", slug = ""] = /^(.*)\/pages\/([^/]+)\/archive$/.exec(pathname) ?? [];
    const index =
      slug === ""
        ? ""
        : await (await send(url.replace(pathname, `${brain}/index?limit=500`), { headers: init.headers ?? {} })).text();
    const response = await send(url, init);
    const isAgain = response.status === 201 && !index.includes(`"${slug}"`);
    return isAgain ? createError(409, pathname) : response;
  },
  "shows only in archived that a page is archived": changeObjects((object) =>
    object.status === "archived" ? { ...object, status: "stale" } : object,
  ),
  "succeeds if there is no such binding to remove": (send) => async (url, init) => {
    const response = await send(url, init);
    const isBindingMissing = init.method === "DELETE" && (await response.clone().text()).includes("Binding not found");
    return isBindingMissing ? Response.json({ disconnected: false }) : response;
  },
  "does not update a disabled binding": reject(
    409,
    (method, { pathname }) => method === "PATCH" && pathname.endsWith("/binding_yard"),
  ),
  "shows 10 entries by default, and never more than 20": changeLimit((limit = 10) => Math.min(limit, 20)),
  "shows all entries by default": changeLimit((limit = 500) => limit),
  "rejects a limit above 20 and below 5": changeLimit((limit = 20) => (limit > 20 || limit < 5 ? 0 : limit)),
  "ends a long summary with an ellipsis": changeObjects((object) =>
    typeof object.summary === "string" && /^Kestrel .{151}$/u.test(object.summary)
      ? { ...object, summary: `${object.summary}…` }
      : object,
  ),
  "knows no name of a channel": changeObjects((object) =>
    "channelName" in object ? { ...object, channelName: null } : object,
  ),
};
