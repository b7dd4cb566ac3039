import { STATUS_CODES } from "node:http";
import type { Fault, ReferenceServer, ResponseFault } from "@knowledge-base/server";
import { describe, expect, it, vi } from "vitest";
import { intercept } from "../helpers/intercept.ts";
import { echo, openListener, openServerListener } from "../helpers/open-listener.ts";
import { openServer } from "../helpers/open-server.ts";

interface Transport extends Pick<ReferenceServer, "baseUrl" | "faults" | "journal"> {
  readonly fetch: typeof fetch;
}

// The ways to reach a server. The first one is Node's own `fetch` on a real connection, which the others must resemble.
const transports = {
  async HTTP(): Promise<Transport> {
    const server = openServer();
    const { url } = await openServerListener({}, server);
    return { ...server, baseUrl: url, fetch };
  },
  async "server.fetch"(): Promise<Transport> {
    const server = openServer();
    return { ...server, fetch: server.fetch as typeof fetch };
  },
  async msw(): Promise<Transport> {
    const server = openServer();
    intercept(server, { catchAll: true });
    return { ...server, fetch };
  },
};

const key = { "x-api-key": "key_north" };
const index = "/v1/brains/brain_tides/index";
const archive = "/v1/brains/brain_tides/pages/spring-tide/archive";
const binding = "/v1/brains/brain_tides/messaging/bindings/binding_deck";
const json = { ...key, "content-type": "application/json" };
const patch = { method: "PATCH", headers: json, body: '{"notifyBriefs":false}' };
const duplex = "half" as const;
const getIndex = ({ fetch, baseUrl }: Transport, init: RequestInit = {}) =>
  fetch(baseUrl + index, { headers: key, ...init });

function factsOf({ status, statusText, ok, type, url, redirected, bodyUsed, body }: Response, { baseUrl }: Transport) {
  return { status, statusText, ok, type, path: url.replace(baseUrl, ""), redirected, bodyUsed, hasBody: body !== null };
}

type Program = (transport: Transport) => unknown;
type Row = readonly [what: string, program: Program];

// Returns what a program returns or throws. A message and a cause may name the transport.
async function resultOf(program: Program, open: () => Promise<Transport>): Promise<unknown> {
  const transport = await open();
  try {
    return await program(transport);
  } catch (error) {
    return error instanceof Error ? { thrown: error.name, class: error.constructor.name } : { thrown: error };
  }
}

async function expectSame(program: Program): Promise<void> {
  const expected = await resultOf(program, transports.HTTP);
  expect(await resultOf(program, transports["server.fetch"])).toStrictEqual(expected);
  expect(await resultOf(program, transports.msw)).toStrictEqual(expected);
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

describe("server.fetch and msw do the same as fetch over HTTP with", () => {
  it.each<[what: string, look: (response: Response, transport: Transport) => unknown]>([
    ["a response", factsOf],
    ["a response in another", (response, transport) => factsOf(new Response(response.body, response), transport)],
    ["the class of a response", (response) => [response instanceof Response, response.constructor.name]],
    ["the properties of a response", (response) => [Object.keys(response), String(response)]],
    ["a Blob", (response) => response.blob().then(({ size, type }) => [size, type])],
    [
      "a clone, and its clone",
      async (response, transport) => {
        const clone = response.clone();
        const second = clone.clone();
        const texts = [await second.text(), await clone.text(), await response.text()];
        return [factsOf(clone, transport), factsOf(second, transport), texts];
      },
    ],
    [
      "a response behind a Proxy",
      async (response, transport) => {
        const get = (target: Response, name: string) => {
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        };
        const proxy = new Proxy(response, { get } as ProxyHandler<Response>);
        return [factsOf(proxy.clone(), transport), await proxy.text()];
      },
    ],
    [
      "properties that a test replaces",
      async (response) => {
        vi.spyOn(response, "clone").mockReturnValue(new Response("spied"));
        vi.spyOn(response.headers, "set").mockReturnValue();
        Object.defineProperty(response, "url", { value: "replaced" });
        return [response.url, response.headers.set("a", "b"), await response.clone().text()];
      },
    ],
    [
      "headers, which cannot be changed",
      ({ headers }) => {
        expect(() => headers.set("a", "b")).toThrow(TypeError);
        expect(() => headers.append("a", "b")).toThrow(TypeError);
        expect(() => headers.delete("content-type")).toThrow(TypeError);
        return headers.get("content-type");
      },
    ],
    [
      "a body that is canceled",
      async (response, transport) => {
        await response.body?.cancel();
        return factsOf(response, transport);
      },
    ],
  ])("%s", (_, look) => expectSame(async (transport) => look(await getIndex(transport), transport)));

  it.each<Row>([
    ["an error", async (transport) => factsOf(await getIndex(transport, { headers: {} }), transport)],
    ["HEAD", async (transport) => factsOf(await getIndex(transport, { method: "HEAD" }), transport)],
    ["a response without a body", planned({ kind: "response", status: 204 })],
    ["a response with an empty body", planned({ kind: "response", status: 200 })],
    [
      "a clone of a redirected response",
      async (transport) => {
        transport.faults.add(redirectTo(index));
        return factsOf((await getIndex(transport)).clone(), transport);
      },
    ],
    [
      "a reader of bytes",
      async (transport) => {
        const { signal } = new AbortController();
        const reader = (await getIndex(transport, { signal })).body?.getReader({ mode: "byob" });
        return (await reader?.read(new Uint8Array(10)))?.value?.length;
      },
    ],
    [
      "a reader of the bytes of an empty body",
      async (transport) => {
        transport.faults.add({ kind: "response", status: 200 });
        const reader = (await getIndex(transport)).body?.getReader({ mode: "byob" });
        return (await reader?.read(new Uint8Array(10)))?.done;
      },
    ],
    [
      "the text of every error status",
      async (transport) => {
        // Node's fetch rejects after 407, and sends the request again after 421.
        const statuses = Object.keys(STATUS_CODES).filter((status) => /^[45]/.test(status) && !/407|421/.test(status));
        for (const status of statuses) transport.faults.add({ kind: "status", status: Number(status) });
        return Promise.all(statuses.map(async () => (await getIndex(transport)).statusText));
      },
    ],
  ])("%s", (_, program) => expectSame(program));

  it.each<[what: string, init: RequestInit]>([
    ["a stream without duplex", { ...patch, body: new Blob([patch.body]).stream() }],
    ["the content type of a text", { ...patch, headers: key }],
    ["a form", { ...patch, headers: key, body: new URLSearchParams("a=b") }],
    ["an invalid signal", { ...patch, signal: {} as AbortSignal }],
    ["an invalid mode", { ...patch, mode: "x" as RequestMode }],
    ["an invalid redirect", { ...patch, redirect: "x" as RequestRedirect }],
    ["an invalid cache", { ...patch, cache: "x" as RequestCache }],
  ])("%s", (_, init) =>
    expectSame(async ({ fetch, baseUrl, journal }) => {
      const { status } = await fetch(baseUrl + binding, init);
      return [status, journal.entries()[0]?.headers["content-type"]];
    }),
  );

  it("a Request that is used twice", () =>
    expectSame(async ({ fetch, baseUrl }) => {
      const request = new Request(baseUrl + binding, patch);
      const response = fetch(request);
      return [request.bodyUsed, (await response).status, request.bodyUsed, await fetch(request)];
    }));

  it("a Request with a stream", () =>
    expectSame(async ({ fetch, baseUrl }) => {
      const init = { ...patch, body: new Blob([patch.body]).stream(), duplex } as RequestInit;
      return (await fetch(new Request(baseUrl + binding, init))).json();
    }));

  it("a scheme without a network", () => expectSame(({ fetch }) => fetch("ftp://kb.example/index")));

  it.each<[what: string, read: (response: Response) => unknown]>([
    ["before the body is read", (response) => response],
    ["before the body of a clone is read", (response) => response.clone()],
    ["after the body is read", (response) => response.text().then((text) => ({ text: () => text }))],
  ])("an abort %s", (_, read) =>
    expectSame(async (transport) => {
      const controller = new AbortController();
      const response = await read(await getIndex(transport, { signal: controller.signal }));
      controller.abort(new Error("enough"));
      return (response as Response).text();
    }),
  );
});

describe("server.fetch and msw follow redirects as fetch over HTTP does", () => {
  it.each<Row>([
    ["manually", planned(redirectTo(`${index}?limit=1`), { redirect: "manual" })],
    ["with an error", planned(redirectTo(`${index}?limit=1`), { redirect: "error" })],
    ["with no error, if there is none", async (transport) => (await getIndex(transport, { redirect: "error" })).status],
    ["without a location", planned({ kind: "response", status: 302 })],
    ["to an invalid URL", planned(redirectTo("http://"))],
    ["to a port that is blocked", planned(redirectTo("http://127.0.0.1:1/"))],
    ["20 times", planned({ ...redirectTo(index), times: 20 })],
    ["21 times", planned({ ...redirectTo(index), times: 21 })],
    [
      "manually, as a Request says",
      async (transport) => {
        transport.faults.add(redirectTo(index));
        const request = new Request(transport.baseUrl + index, { headers: key, redirect: "manual" });
        const response = await transport.fetch(request);
        return [factsOf(response, transport), response.headers.get("location")];
      },
    ],
  ])("%s", (_, program) => expectSame(program));

  describe.each([301, 302, 303, 307, 308])("with %i", (status) => {
    it.each<[method: string, path: string, init: RequestInit]>([
      ["GET", index, { headers: key }],
      ["HEAD", index, { headers: key }],
      ["PATCH", binding, patch],
      ["POST", archive, { headers: json, body: "{}" }],
    ])("after %s", (method, path, init) =>
      expectSame(async (transport) => {
        transport.faults.add(redirectTo(`${path}?again#part`, status));
        const response = await transport.fetch(transport.baseUrl + path, { ...init, method });
        const requests = transport.journal.entries().map(({ headers, ...entry }) => {
          return [entry.method, entry.query, entry.requestBody, headers["content-type"], "x-api-key" in headers];
        });
        return [factsOf(response, transport), requests];
      }),
    );
  });
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
  const expected = await resultOf(program, transports.HTTP);
  expect(expected).toMatchObject([{ status: 200, redirected: true }, { headers: key }]);
  expect(await resultOf(program, transports["server.fetch"])).toStrictEqual(expected);
});
