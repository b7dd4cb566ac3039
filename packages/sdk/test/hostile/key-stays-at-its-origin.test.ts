import { ApiError, ConfigurationError, KnowledgeBase, RedirectError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, createClientAt, everyCall, getIndex, secretKey } from "./create-client.ts";
import { startHttp } from "./hostile-server.ts";
import { setVariable } from "./set-variable.ts";

const redirects = [301, 302, 303, 307, 308];

describe.each(redirects)("a redirect with status %s", (status) => {
  it("to another origin is not followed", async () => {
    const seen: string[] = [];
    const other = await startHttp((request, response) => {
      seen.push(`${request.method} ${request.url} ${request.headersDistinct["x-api-key"]?.join()}`);
      response.end("[]");
    });
    let requests = 0;
    const url = await startHttp((request, response) => {
      requests += 1;
      response.writeHead(status, { location: `${other}${request.url}` }).end();
    });
    for (const call of Object.values(everyCall)) {
      const error = await expectRejection(RedirectError, call(createClientAt(url)));
      expect(error).toMatchObject({ name: "RedirectError", code: "redirect", status, stopReason: "not_retryable" });
      expect(error.location).toContain(`${other}/v1/brains/b/`);
      expect(error.message).toContain(`redirects to ${other}/v1/brains/b/`);
      expect(error.attempts).toHaveLength(1);
    }
    expect([seen, requests]).toEqual([[], Object.keys(everyCall).length]);
  });

  it("to the same origin is not followed", async () => {
    const seen: (string | undefined)[] = [];
    const url = await startHttp((request, response) => {
      seen.push(request.url);
      response.writeHead(status, { location: "/elsewhere" }).end();
    });
    const error = await expectRejection(RedirectError, getIndex(createClientAt(url)));
    expect(error.location).toBe("/elsewhere");
    expect(seen).toEqual(["/v1/brains/b/index"]);
  });

  it("without a valid location is reported", async () => {
    const fetch = async () => new Response(null, { status });
    expect((await expectRejection(RedirectError, getIndex(createClient(fetch)))).location).toBeUndefined();
    for (const location of ["", "http://[", "javascript:alert(1)", "//other.example.com", "x".repeat(10_000)]) {
      const kb = createClient(async () => new Response("<h1>Moved</h1>", { status, headers: { location } }));
      expect((await expectRejection(RedirectError, getIndex(kb))).location).toBe(location);
    }
  });
});

describe("a redirect", () => {
  it("that the platform keeps from being seen is a RedirectError", async () => {
    const opaque = Object.defineProperties(new Response(null), {
      ok: { value: false },
      status: { value: 0 },
      type: { value: "opaqueredirect" },
    });
    const error = await expectRejection(RedirectError, getIndex(createClient(async () => opaque)));
    expect([error.status, error.location]).toEqual([0, undefined]);
  });

  it.each([300, 304, 305, 306])("is not what status %s is", async (status) => {
    const fetch = async () => new Response(null, { status, headers: { location: "https://other.example.com" } });
    expect(await expectRejection(ApiError, getIndex(createClient(fetch)))).toMatchObject({ status, code: "api_error" });
  });

  it("is left to the client by the request that is sent", async () => {
    const modes: (string | undefined)[] = [];
    const kb = createClient(async (input, init) => {
      modes.push(new Request(input, init).redirect);
      return new Response("{}", { status: 404 });
    });
    for (const call of Object.values(everyCall)) await Promise.allSettled([call(kb)]);
    expect(modes).toEqual(Array.from(modes, () => "manual"));
  });
});

describe("plain http", () => {
  const elsewhere = [
    "http://192.0.2.1",
    "http://example.com",
    "HTTP://EXAMPLE.COM",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://127.example.com",
    "http://notlocalhost",
    "http://evil-localhost",
    "http://localhost@example.com",
    "http://example.com:80/localhost",
    "http://[::2]",
    "http://[::ffff:192.0.2.1]",
    "http://0.0.0.0",
    "http://10.0.0.1",
    "http://169.254.169.254",
    "http://128.0.0.1",
    "http://1270.0.0.1.nip.io",
    "http://ⓛocalhost.com",
  ];
  const here = [
    "http://localhost",
    "http://LOCALHOST:8080/api",
    "http://127.0.0.1",
    "http://127.1.2.3",
    "http://127.1",
    "http://2130706433",
    "http://0x7f.1",
    "http://[::1]:3000",
    "http://[0:0:0:0:0:0:0:1]",
    "http://foo.localhost",
    "http://a.b.localhost:3000",
  ];

  it.each(elsewhere)("to %s is rejected", async (baseUrl) => {
    expect(() => new KnowledgeBase({ baseUrl, apiKey: secretKey })).toThrow(ConfigurationError);
    setVariable("KNOWLEDGE_BASE_URL", baseUrl);
    let sent = 0;
    const fetch = async () => {
      sent += 1;
      return Response.json([]);
    };
    await expectRejection(ConfigurationError, getIndex(new KnowledgeBase({ apiKey: secretKey, fetch })));
    expect(sent).toBe(0);
  });

  it.each(elsewhere.filter((url) => !url.includes("@")))("to %s is sent with allowInsecureHttp", async (baseUrl) => {
    const kb = createClientAt(baseUrl, { allowInsecureHttp: true, fetch: async () => Response.json([]) });
    expect(await getIndex(kb)).toEqual([]);
    expect(() => kb.withOptions({ allowInsecureHttp: false })).toThrow(ConfigurationError);
  });

  it.each(here)("to %s, this machine, is sent", async (baseUrl) => {
    expect(await getIndex(createClientAt(baseUrl, { fetch: async () => Response.json([]) }))).toEqual([]);
  });

  it.each([
    "ws://localhost",
    "file:///etc/passwd",
    "data:,x",
    "javascript:alert(1)",
    "kb.example.com",
    "",
    "//kb.example.com",
  ])("is not %j", (baseUrl) => {
    expect(() => new KnowledgeBase({ baseUrl, allowInsecureHttp: true })).toThrow(ConfigurationError);
  });
});
