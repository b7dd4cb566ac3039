import { STATUS_CODES } from "node:http";
import type { Fault, ReferenceServer, ResponseFault } from "@knowledge-base/server";
import { describe, expect, it, vi } from "vitest";
import { intercept } from "../helpers/intercept.ts";
import { echo, openListener } from "../helpers/open-listener.ts";
import { getIndex, openServer, paths, request, type SendOptions } from "../helpers/open-server.ts";
import { transports } from "../helpers/transports.ts";

const key = { "x-api-key": "key_north" };
const { archive, binding, index } = paths;
const json = { ...key, "content-type": "application/json" };
const patch = { method: "PATCH", headers: json, body: '{"notifyBriefs":false}' };

function factsOf(
  { status, statusText, ok, type, url, redirected, bodyUsed, body }: Response,
  { baseUrl }: ReferenceServer,
) {
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

describe("server.fetch and msw do the same as fetch over HTTP", () => {
  const looks: Readonly<Record<string, (response: Response, server: ReferenceServer) => unknown>> = {
    "a response": factsOf,
    "a response in another": (response, server) => factsOf(new Response(response.body, response), server),
    "the class of a response": (response) => [response instanceof Response, response.constructor.name],
    "the properties of a response": (response) => Object.keys(response),
    "a Blob": (response) => response.blob().then(({ size, type }) => [size, type]),
    "a clone, and its clone": async (response, server) => {
      const clone = response.clone();
      const second = clone.clone();
      const texts = [await second.text(), await clone.text(), await response.text()];
      return [factsOf(clone, server), factsOf(second, server), texts];
    },
    "a response behind a Proxy": async (response, server) => {
      const get = (target: Response, name: string) => {
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      };
      const proxy = new Proxy(response, { get } as ProxyHandler<Response>);
      return [factsOf(proxy.clone(), server), await proxy.text()];
    },
    "properties that a test replaces": async (response) => {
      vi.spyOn(response, "clone").mockReturnValue(new Response("spied"));
      vi.spyOn(response.headers, "set").mockReturnValue();
      Object.defineProperty(response, "url", { value: "replaced" });
      return [response.url, response.headers.set("a", "b"), await response.clone().text()];
    },
    "headers, which can't be changed": ({ headers }) => {
      expect(() => headers.set("a", "b")).toThrow(TypeError);
      expect(() => headers.delete("content-type")).toThrow(TypeError);
      return headers.get("content-type");
    },
    "a body that is canceled": (response, server) => response.body?.cancel().then(() => factsOf(response, server)),
  };
  it.each(Object.entries(looks))("with %s", (_, look) =>
    expectSame(async (server) => look(await getIndex(server), server)),
  );

  const programs: Readonly<Record<string, Program>> = {
    HEAD: async (server) => factsOf(await request(server, `HEAD ${index}`), server),
    "a response without a body": planned({ kind: "response", status: 204 }),
    "a response with an empty body": planned({ kind: "response", status: 200 }),
    "a clone of a redirect": afterRedirect(async (server) => factsOf((await getIndex(server)).clone(), server)),
    "a reader of bytes": async (server) => {
      const { signal } = new AbortController();
      const reader = (await getIndex(server, { signal })).body?.getReader({ mode: "byob" });
      return (await reader?.read(new Uint8Array(10)))?.value?.length;
    },
    "a reader of the bytes of an empty body": async (server) => {
      server.faults.add({ kind: "response", status: 200 });
      const reader = (await getIndex(server)).body?.getReader({ mode: "byob" });
      return (await reader?.read(new Uint8Array(10)))?.done;
    },
    "the text of every error status": async (server) => {
      // Node's fetch rejects after 407, and sends the request again after 421.
      const statuses = Object.keys(STATUS_CODES).filter((status) => /^[45]/.test(status) && !/407|421/.test(status));
      for (const status of statuses) server.faults.add({ kind: "status", status: Number(status) });
      return Promise.all(statuses.map(async () => (await getIndex(server)).statusText));
    },
  };
  it.each(Object.entries(programs))("with %s", (_, program) => expectSame(program));

  it.each<[what: string, init: RequestInit]>([
    ["a stream without duplex", { ...patch, body: new Blob([patch.body]).stream() }],
    ["the content type of a text", { ...patch, headers: key }],
    ["a form", { ...patch, headers: key, body: new URLSearchParams("a=b") }],
    ["an invalid signal", { ...patch, signal: {} as AbortSignal }],
    ["an invalid mode", { ...patch, mode: "x" as RequestMode }],
    ["an invalid redirect", { ...patch, redirect: "x" as RequestRedirect }],
    ["an invalid cache", { ...patch, cache: "x" as RequestCache }],
  ])("with %s", (_, init) =>
    expectSame(async ({ fetch, baseUrl, journal }) => {
      const { status } = await fetch(baseUrl + binding, init);
      return [status, journal.entries()[0]?.headers["content-type"]];
    }),
  );

  it("with a Request that is used twice", () =>
    expectSame(async ({ fetch, baseUrl }) => {
      const request = new Request(baseUrl + binding, patch);
      const response = fetch(request);
      return [request.bodyUsed, (await response).status, request.bodyUsed, await fetch(request)];
    }));

  it("with a Request with a stream", () =>
    expectSame(async ({ fetch, baseUrl }) => {
      const init = { ...patch, body: new Blob([patch.body]).stream(), duplex: "half" } as RequestInit;
      return (await fetch(new Request(baseUrl + binding, init))).json();
    }));

  it.each<[what: string, read: (response: Response) => unknown]>([
    ["before the body is read", (response) => response],
    ["before the body of a clone is read", (response) => response.clone()],
    ["after the body is read", (response) => response.text().then((text) => ({ text: () => text }))],
  ])("with an abort %s", (_, read) =>
    expectSame(async (server) => {
      const controller = new AbortController();
      const response = await read(await getIndex(server, { signal: controller.signal }));
      controller.abort(new Error("enough"));
      return (response as Response).text();
    }),
  );
});

describe("server.fetch and msw do the same as fetch over HTTP with a redirect", () => {
  const redirected: Readonly<Record<string, Program>> = {
    manually: planned(redirectTo(`${index}?limit=1`), { redirect: "manual" }),
    "with an error": planned(redirectTo(`${index}?limit=1`), { redirect: "error" }),
    "with no error, if there is none": async (server) => (await getIndex(server, { redirect: "error" })).status,
    "without a location": planned({ kind: "response", status: 302 }),
    "to an invalid URL": planned(redirectTo("http://")),
    "to a port that is blocked": planned(redirectTo("http://127.0.0.1:1/")),
    "20 times": planned({ ...redirectTo(index), times: 20 }),
    "21 times": planned({ ...redirectTo(index), times: 21 }),
    "manually, as a Request says": afterRedirect(async (server) => {
      const request = new Request(server.baseUrl + index, { headers: key, redirect: "manual" });
      const response = await server.fetch(request);
      return [factsOf(response, server), response.headers.get("location")];
    }),
  };
  it.each(Object.entries(redirected))("that is followed %s", (_, program) => expectSame(program));

  describe.each([301, 302, 303, 307, 308])("with %i", (status) => {
    it.each<[method: string, path: string, init: RequestInit]>([
      ["GET", index, { headers: key }],
      ["HEAD", index, { headers: key }],
      ["PATCH", binding, patch],
      ["POST", archive, { headers: json, body: "{}" }],
    ])("after %s", (method, path, init) =>
      expectSame(async (server) => {
        server.faults.add(redirectTo(`${path}?again#part`, status));
        const response = await server.fetch(server.baseUrl + path, { ...init, method });
        const requests = server.journal.entries().map(({ headers, ...entry }) => {
          return [entry.method, entry.query, entry.requestBody, headers["content-type"], "x-api-key" in headers];
        });
        return [factsOf(response, server), requests];
      }),
    );
  });
});

// Without msw, which rejects a request that no handler matches.
it.each([301, 307])("server.fetch follows a redirect to another origin as fetch does over HTTP: %i", async (status) => {
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
