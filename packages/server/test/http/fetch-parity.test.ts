import { STATUS_CODES } from "node:http";
import type { Fault, ReferenceServer, ResponseFault } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { intercept } from "../helpers/intercept.ts";
import { echo, openListener } from "../helpers/open-listener.ts";
import { getIndex, openServer, paths, type SendOptions } from "../helpers/open-server.ts";
import { transports } from "../helpers/transports.ts";

const key = { "x-api-key": "key_north" };
const { archive, binding, index } = paths;
const json = { ...key, "content-type": "application/json" };
const patch = { method: "PATCH", headers: json, body: '{"notifyBriefs":false}' };

function factsOf(response: Response, { baseUrl }: ReferenceServer) {
  const { status, statusText, ok, type, url, redirected, bodyUsed, body } = response;
  return { status, statusText, ok, type, path: url.replace(baseUrl, ""), redirected, bodyUsed, hasBody: body !== null };
}

type Program = (server: ReferenceServer) => unknown;

// Returns what a program returns or throws. A message and a cause may name the server.
async function resultOf(program: Program, reach: (typeof transports)["HTTP"]): Promise<unknown> {
  const server = await reach(openServer());
  try {
    return await program(server);
  } catch (error) {
    return error instanceof Error ? { thrown: error.name, class: error.constructor.name } : { thrown: error };
  }
}

// A redirect may lead to a path that no operation has with the next method.
async function interceptAll(server: ReferenceServer): Promise<ReferenceServer> {
  intercept(server, { catchAll: true });
  return { ...server, fetch };
}

async function expectSame(program: Program): Promise<void> {
  const expected = await resultOf(program, transports.HTTP);
  expect(await resultOf(program, transports["server.fetch"])).toStrictEqual(expected);
  expect(await resultOf(program, interceptAll)).toStrictEqual(expected);
}

// Returns what a program sees of a response with a planned fault.
function planned(fault: Fault, sending?: SendOptions): Program {
  return async (server) => {
    server.faults.add(fault);
    const response = await getIndex(server, sending);
    return [factsOf(response, server), response.headers.get("content-type"), await response.text()];
  };
}

function redirectTo(location: string, status = 302): ResponseFault {
  return { kind: "response", status, headers: { location } };
}

// Redirects the first request of a program to the index.
function afterRedirect(program: Program): Program {
  return (server) => {
    server.faults.add(redirectTo(index));
    return program(server);
  };
}

const readBytes: Program = async (server) => {
  const { body } = await getIndex(server, { signal: new AbortController().signal });
  const result = await body?.getReader({ mode: "byob" }).read(new Uint8Array(10));
  return [result?.done, result?.value?.length];
};

const get = (target: Response, name: string) => {
  const value: unknown = Reflect.get(target, name);
  return typeof value === "function" ? value.bind(target) : value;
};

const programs: Readonly<Record<string, Program>> = {
  "the properties of a response": async (server) => factsOf(await getIndex(server), server),
  "its class": async (server) => {
    const response = await getIndex(server);
    return [response instanceof Response, response.constructor.name, Object.keys(response)];
  },
  "its canceled body": async (server) => {
    const response = await getIndex(server);
    await response.body?.cancel();
    return factsOf(response, server);
  },
  "a reader of bytes": readBytes,
  "a reader of bytes of an empty body": (server) => {
    server.faults.add({ kind: "response", status: 200 });
    return readBytes(server);
  },
  "a redirect that would be an error, if there is none": async (server) =>
    (await getIndex(server, { redirect: "error" })).status,
  "a redirect that is followed manually, as a Request says": afterRedirect(async (server) => {
    const request = new Request(server.baseUrl + index, { headers: key, redirect: "manual" });
    const response = await server.fetch(request);
    return [factsOf(response, server), response.headers.get("location")];
  }),
  "a clone, and its clone": async (server) => {
    const response = await getIndex(server);
    const clone = response.clone();
    const second = clone.clone();
    const texts = [await second.text(), await clone.text(), await response.text()];
    return [factsOf(clone, server), factsOf(second, server), texts];
  },
  "a response behind a Proxy": async (server) => {
    const proxy = new Proxy(await getIndex(server), { get } as ProxyHandler<Response>);
    return [factsOf(proxy.clone(), server), await proxy.text()];
  },
  "properties that a test replaces": async (server) => {
    const response = await getIndex(server);
    vi.spyOn(response, "clone").mockReturnValue(new Response("spied"));
    vi.spyOn(response.headers, "set").mockReturnValue();
    Object.defineProperty(response, "url", { value: "replaced" });
    return [response.url, response.headers.set("a", "b"), await response.clone().text()];
  },
  "headers, which can't be changed": async (server) => {
    const { headers } = await getIndex(server);
    expect(() => headers.set("a", "b")).toThrow(TypeError);
    expect(() => headers.delete("content-type")).toThrow(TypeError);
    return headers.get("content-type");
  },
  "the text of every error status": async (server) => {
    // Node's fetch rejects after 407, and sends the request again after 421.
    const assigned = Object.keys(STATUS_CODES).filter((status) => /^[45]/.test(status) && !/407|421/.test(status));
    const statuses = [...assigned, 499, 599];
    for (const status of statuses) server.faults.add({ kind: "status", status: Number(status) });
    return Promise.all(statuses.map(async () => (await getIndex(server)).statusText));
  },
  "a Request that is used twice": async ({ fetch, baseUrl }) => {
    const request = new Request(baseUrl + binding, patch);
    const response = fetch(request);
    return [request.bodyUsed, (await response).status, request.bodyUsed, await fetch(request)];
  },
  "a Request with a stream": async ({ fetch, baseUrl }) => {
    const init = { ...patch, body: new Blob([patch.body]).stream(), duplex: "half" } as RequestInit;
    return (await fetch(new Request(baseUrl + binding, init))).json();
  },
  "a response without a body": planned({ kind: "response", status: 204 }),
  "a response with an empty body": planned({ kind: "response", status: 200 }),
  "a clone of a redirect": afterRedirect(async (server) => factsOf((await getIndex(server)).clone(), server)),
};

it.each(Object.entries(programs))("server.fetch and msw do the same as fetch over HTTP with %s", (_, program) =>
  expectSame(program),
);

it.each<{ what: string; init: RequestInit }>([
  { what: "a stream without duplex", init: { ...patch, body: new Blob([patch.body]).stream() } },
  { what: "the content type of a text", init: { ...patch, headers: key } },
  { what: "a form", init: { ...patch, headers: key, body: new URLSearchParams("a=b") } },
  { what: "an invalid signal", init: { ...patch, signal: {} as AbortSignal } },
  { what: "an invalid mode", init: { ...patch, mode: "x" as RequestMode } },
  { what: "an invalid redirect", init: { ...patch, redirect: "x" as RequestRedirect } },
  { what: "an invalid cache", init: { ...patch, cache: "x" as RequestCache } },
])("server.fetch and msw do the same as fetch over HTTP for a request with $what", ({ init }) =>
  expectSame(async ({ fetch, baseUrl, journal }) => {
    const { status } = await fetch(baseUrl + binding, init);
    return [status, journal.entries()[0]?.headers["content-type"]];
  }),
);

it.each<{ what: string; read: (response: Response) => unknown }>([
  { what: "before the body is read", read: (response) => response },
  { what: "before the body of a clone is read", read: (response) => response.clone() },
  { what: "after the body is read", read: (response) => response.text().then((text) => ({ text: () => text })) },
])("server.fetch and msw do the same as fetch over HTTP with an abort $what", ({ read }) =>
  expectSame(async (server) => {
    const controller = new AbortController();
    const response = await read(await getIndex(server, { signal: controller.signal }));
    controller.abort(new Error("enough"));
    return (response as Response).text();
  }),
);

it.each<{ how: string; program: Program }>([
  { how: "manually", program: planned(redirectTo(`${index}?limit=1`), { redirect: "manual" }) },
  { how: "with an error", program: planned(redirectTo(`${index}?limit=1`), { redirect: "error" }) },
  { how: "without a location", program: planned({ kind: "response", status: 302 }) },
  { how: "to an invalid URL", program: planned(redirectTo("http://")) },
  { how: "to a port that is blocked", program: planned(redirectTo("http://127.0.0.1:1/")) },
  { how: "20 times", program: planned({ ...redirectTo(index), times: 20 }) },
  { how: "21 times", program: planned({ ...redirectTo(index), times: 21 }) },
])("server.fetch and msw follow a redirect like fetch over HTTP: $how", ({ program }) => expectSame(program));

const redirected: readonly { method: string; path: string; init: RequestInit }[] = [
  { method: "GET", path: index, init: { headers: key } },
  { method: "HEAD", path: index, init: { headers: key } },
  { method: "PATCH", path: binding, init: patch },
  { method: "POST", path: archive, init: { headers: json, body: "{}" } },
];
const redirects = redirected.flatMap((row) => [301, 302, 303, 307, 308].map((status) => ({ ...row, status })));

it.each(redirects)("server.fetch and msw follow $status after $method like fetch over HTTP", (row) =>
  expectSame(async (server) => {
    const { method, path, init, status } = row;
    server.faults.add(redirectTo(`${path}?again#part`, status));
    const response = await server.fetch(server.baseUrl + path, { ...init, method });
    const requests = server.journal.entries().map(({ headers, ...entry }) => {
      return [entry.method, entry.query, entry.requestBody, headers["content-type"], "x-api-key" in headers];
    });
    return [factsOf(response, server), requests];
  }),
);

// Without msw, which rejects a request that no handler matches.
it.each([301, 307])("server.fetch follows a redirect with %i to another origin, as over HTTP", async (status) => {
  const { url } = await openListener(echo);
  const program: Program = async (server) => {
    server.faults.add(redirectTo(`${url}/moved#part`, status));
    const headers = { ...json, authorization: "Bearer secret", cookie: "a=b" };
    const init = { method: "POST", headers, body: "{}" };
    const response = await server.fetch(server.baseUrl + archive, init);
    const echoed = await response.clone().json();
    expect(() => response.headers.set("a", "b")).toThrow(TypeError);
    return [factsOf(response, server), { ...echoed, headers: Object.fromEntries(echoed.headers) }];
  };
  const expected = await resultOf(program, transports.HTTP);
  expect(expected).toMatchObject([{ status: 200, redirected: true }, { headers: key }]);
  expect(await resultOf(program, transports["server.fetch"])).toStrictEqual(expected);
});
