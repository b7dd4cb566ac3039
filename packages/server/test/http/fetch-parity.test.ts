import { STATUS_CODES } from "node:http";
import type { Fault, ReferenceServer, ResponseFault } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { intercept } from "../helpers/intercept.ts";
import { echo, openListener, openServerListener } from "../helpers/open-listener.ts";
import { openServer } from "../helpers/open-server.ts";

interface Transport extends Pick<ReferenceServer, "baseUrl" | "faults" | "journal"> {
  readonly fetch: typeof fetch;
}

// The ways to reach a server. The first one is Node's own `fetch` on a real connection, which the others must resemble.
const transports: Readonly<Record<string, () => Promise<Transport>>> = {
  async HTTP() {
    const server = openServer();
    const { url } = await openServerListener({}, server);
    return { ...server, baseUrl: url, fetch };
  },
  async "server.fetch"() {
    const server = openServer();
    return { ...server, fetch: server.fetch as typeof fetch };
  },
  async msw() {
    const server = openServer();
    intercept(server, { catchAll: true });
    return { ...server, fetch };
  },
};

type Program = (transport: Transport) => unknown;

const key = { "x-api-key": "key_north" };
const index = "/v1/brains/brain_tides/index";
const archive = "/v1/brains/brain_tides/pages/spring-tide/archive";
const binding = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const json = { ...key, "content-type": "application/json" };
const patch = { method: "PATCH", headers: json, body: '{"notifyBriefs":false}' };
const duplex = "half" as const;
const stream = () => new Blob([patch.body]).stream();
const getIndex = ({ fetch, baseUrl }: Transport, init: RequestInit = {}) =>
  fetch(baseUrl + index, { headers: key, ...init });

function factsOf({ status, statusText, ok, type, url, redirected, bodyUsed, body }: Response, { baseUrl }: Transport) {
  return { status, statusText, ok, type, path: url.replace(baseUrl, ""), redirected, bodyUsed, hasBody: body !== null };
}

// Returns what a program sees of a response with a planned fault.
function planned(fault: Fault, init?: RequestInit): Program {
  return async (transport) => {
    transport.faults.add(fault);
    const response = await getIndex(transport, init);
    return [factsOf(response, transport), response.headers.get("content-type"), await response.text()];
  };
}

const redirectTo = (location: string, status = 302): ResponseFault => ({
  kind: "response",
  status,
  headers: { location },
});

function followed(path: string, status: number, init: RequestInit): Program {
  return async (transport) => {
    transport.faults.add(redirectTo(`${path}?again#part`, status));
    const response = await transport.fetch(transport.baseUrl + path, init);
    const requests = transport.journal.entries().map(({ method, query, requestBody, headers }) => ({
      method,
      query,
      requestBody,
      type: headers["content-type"],
      hasKey: "x-api-key" in headers,
    }));
    return [factsOf(response, transport), requests];
  };
}

// biome-ignore format: one row a line
const programs: Readonly<Record<string, Program>> = {
  "a response": async (transport) => factsOf(await getIndex(transport), transport),
  "an error": async (transport) => factsOf(await getIndex(transport, { headers: {} }), transport),
  "a clone, and its clone": async (transport) => {
    const response = await getIndex(transport);
    const clone = response.clone();
    const second = clone.clone();
    return [factsOf(clone, transport), factsOf(second, transport), await second.text(), await clone.text(), await response.text()];
  },
  "a clone of a redirected response": async (transport) => {
    transport.faults.add(redirectTo(index));
    return factsOf((await getIndex(transport)).clone(), transport);
  },
  "a response in another": async (transport) => {
    const response = await getIndex(transport);
    return factsOf(new Response(response.body, response), transport);
  },
  "the class of a response": async (transport) => {
    const response = await getIndex(transport);
    return [response instanceof Response, response.constructor.name, Object.keys(response), Object.prototype.toString.call(response)];
  },
  "a response behind a Proxy": async (transport) => {
    const proxy = new Proxy(await getIndex(transport), { get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    } });
    return [factsOf(proxy.clone(), transport), await proxy.text()];
  },
  "properties that a test replaces": async (transport) => {
    const response = await getIndex(transport);
    vi.spyOn(response, "clone").mockReturnValue(new Response("spied"));
    vi.spyOn(response.headers, "set").mockReturnValue();
    Object.defineProperty(response, "url", { value: "replaced" });
    return [response.url, response.headers.set("a", "b"), await response.clone().text()];
  },
  "headers that are changed": async (transport) => {
    const { headers } = await getIndex(transport);
    for (const change of [() => headers.set("a", "b"), () => headers.append("a", "b"), () => headers.delete("content-type")]) expect(change).toThrow(TypeError);
    return headers.get("content-type");
  },
  "HEAD": async (transport) => factsOf(await getIndex(transport, { method: "HEAD" }), transport),
  "a Blob": async (transport) => {
    const { size, type } = await (await getIndex(transport)).blob();
    return [size, type];
  },
  "a reader of bytes": async (transport) => {
    const { signal } = new AbortController();
    const reader = (await getIndex(transport, { signal })).body?.getReader({ mode: "byob" });
    return (await reader?.read(new Uint8Array(10)))?.value?.length;
  },
  "a reader of the bytes of an empty body": async (transport) => {
    transport.faults.add({ kind: "response", status: 200 });
    const reader = (await getIndex(transport)).body?.getReader({ mode: "byob" });
    return (await reader?.read(new Uint8Array(10)))?.done;
  },
  "a body that is canceled": async (transport) => {
    const response = await getIndex(transport);
    await response.body?.cancel();
    return factsOf(response, transport);
  },
  "204": planned({ kind: "response", status: 204 }),
  "304": planned({ kind: "response", status: 304 }),
  "an empty 200": planned({ kind: "response", status: 200 }),
  "503": planned({ kind: "status", status: 503 }),
  "every error status": async (transport) => {
    // Node's fetch rejects after 407, and sends the request again after 421.
    const statuses = Object.keys(STATUS_CODES).map(Number).filter((status) => status >= 400 && status !== 407 && status !== 421);
    for (const status of statuses) transport.faults.add({ kind: "status", status });
    return Promise.all(statuses.map(async () => (await getIndex(transport)).statusText));
  },
  "a lost connection": planned({ kind: "connection_reset" }),
  "a Request with a stream": ({ fetch, baseUrl }) => fetch(new Request(baseUrl + binding, { ...patch, body: stream(), duplex } as RequestInit)).then((response) => response.json()),
  "a Request with options": ({ fetch, baseUrl }) => fetch(new Request(baseUrl + binding, patch), { method: "PATCH", body: "[]" }).then((response) => response.status),
  "a Request that is being sent": async ({ fetch, baseUrl }) => {
    const request = new Request(baseUrl + binding, patch);
    const response = fetch(request);
    return [request.bodyUsed, (await response).status];
  },
  "a Request that is used twice": async ({ fetch, baseUrl }) => {
    const request = new Request(baseUrl + binding, patch);
    const { status } = await fetch(request);
    return [status, request.bodyUsed, await fetch(request)];
  },
  "a stream without duplex": ({ fetch, baseUrl }) => fetch(baseUrl + binding, { ...patch, body: stream() }),
  "keepalive": ({ fetch, baseUrl }) => fetch(baseUrl + binding, { ...patch, keepalive: true }).then((response) => response.json()),
  "the content type of a text": async ({ fetch, baseUrl, journal }) => {
    const { status } = await fetch(baseUrl + binding, { ...patch, headers: key });
    return [status, journal.entries()[0]?.headers["content-type"]];
  },
  "a form": async ({ fetch, baseUrl, journal }) => {
    const { status } = await fetch(baseUrl + binding, { ...patch, headers: key, body: new URLSearchParams("a=b") });
    return [status, journal.entries()[0]?.headers["content-type"]];
  },
  "an abort before the call": async (transport) => {
    const reason = await getIndex(transport, { signal: AbortSignal.abort("enough") }).catch((error) => error);
    return [reason, transport.journal.entries()];
  },
  "an abort during a latency": (transport) => planned({ kind: "latency", latency: 10_000 }, { signal: AbortSignal.timeout(10) })(transport),
  "an abort of a request that hangs": (transport) => planned({ kind: "hang" }, { signal: AbortSignal.timeout(10) })(transport),
  "an abort of a body that stalls": (transport) => planned({ kind: "stalled_body" }, { signal: AbortSignal.timeout(30) })(transport),
  "an abort before the body is read": async (transport) => {
    const controller = new AbortController();
    const response = await getIndex(transport, { signal: controller.signal });
    controller.abort(new Error("enough"));
    return response.text();
  },
  "an abort before the body of a clone is read": async (transport) => {
    const controller = new AbortController();
    const response = (await getIndex(transport, { signal: controller.signal })).clone();
    controller.abort(new Error("enough"));
    return response.text();
  },
  "an abort after the body is read": async (transport) => {
    const controller = new AbortController();
    const response = await getIndex(transport, { signal: controller.signal });
    const text = await response.text();
    controller.abort();
    return text;
  },
  "a signal that is none": (transport) => getIndex(transport, { signal: {} as AbortSignal }),
  "a mode that is none": (transport) => getIndex(transport, { mode: "x" as RequestMode }),
  "a redirect that is none": (transport) => getIndex(transport, { redirect: "x" as RequestRedirect }),
  "a cache that is none": (transport) => getIndex(transport, { cache: "x" as RequestCache }),
  "a scheme without a network": ({ fetch }) => fetch("ftp://kb.example/index"),
  "no URL": ({ fetch }) => fetch("index"),
  "redirect: manual": planned(redirectTo(`${index}?limit=1`), { redirect: "manual" }),
  "redirect: error": planned(redirectTo(`${index}?limit=1`), { redirect: "error" }),
  "redirect: error without a redirect": (transport) => getIndex(transport, { redirect: "error" }).then((response) => factsOf(response, transport)),
  "a Request with redirect: manual": async (transport) => {
    transport.faults.add(redirectTo(index));
    const response = await transport.fetch(new Request(transport.baseUrl + index, { headers: key, redirect: "manual" }));
    return [factsOf(response, transport), response.headers.get("location")];
  },
  "a redirect without a location": planned({ kind: "response", status: 302 }),
  "a redirect to no URL": planned(redirectTo("http://")),
  "a redirect to a port that is blocked": planned(redirectTo("http://127.0.0.1:1/")),
  "20 redirects": planned({ ...redirectTo(index), times: 20 }),
  "21 redirects": planned({ ...redirectTo(index), times: 21 }),
  ...Object.fromEntries([301, 302, 303, 307, 308].flatMap((status) => [
    [`${status} after GET`, followed(index, status, { headers: key })],
    [`${status} after HEAD`, followed(index, status, { method: "HEAD", headers: key })],
    [`${status} after PATCH`, followed(binding, status, patch)],
    [`${status} after POST`, followed(archive, status, { method: "POST", headers: json, body: "{}" })],
  ])),
};

// Returns what a program returns or throws. A message and a cause may name the transport.
async function resultOf(program: Program, open: () => Promise<Transport>): Promise<unknown> {
  const transport = await open();
  try {
    return await program(transport);
  } catch (error) {
    return error instanceof Error ? { thrown: error.name, class: error.constructor.name } : { thrown: error };
  }
}

it.each(Object.entries(programs))("every transport does the same as fetch over HTTP: %s", async (_, program) => {
  const [first, ...others] = Object.entries(transports);
  const expected = await resultOf(program, first?.[1] as () => Promise<Transport>);
  for (const [name, open] of others)
    expect({ [name]: await resultOf(program, open) }).toStrictEqual({ [name]: expected });
});

// Without msw, which rejects a request that no handler matches.
it.each([301, 307])("server.fetch follows a redirect to another origin as fetch does over HTTP: %i", async (status) => {
  const { url } = await openListener(echo);
  const program: Program = async (transport) => {
    transport.faults.add(redirectTo(`${url}/moved#part`, status));
    const headers = { ...json, authorization: "Bearer secret", cookie: "a=b" };
    const init = { method: "POST", headers, body: "{}" };
    const response = await transport.fetch(transport.baseUrl + archive, init);
    const echoed = await response.clone().json();
    expect(() => response.headers.set("a", "b")).toThrow(TypeError);
    return [factsOf(response, transport), { ...echoed, headers: Object.fromEntries(echoed.headers) }];
  };
  const expected = await resultOf(program, transports["HTTP"] as () => Promise<Transport>);
  expect(expected).toMatchObject([{ status: 200, redirected: true }, { headers: key }]);
  expect(await resultOf(program, transports["server.fetch"] as () => Promise<Transport>)).toStrictEqual(expected);
});
