import {
  conformanceCases,
  formatHtml,
  formatJUnit,
  formatText,
  runConformance,
  type Target,
} from "@knowledge-base/conformance";
import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { startServer } from "./start-server.ts";
import { createControls, createTestState, records } from "./test-targets.ts";

describe("a server that returns 200 and an empty object for every request", () => {
  const apiKey = "key_of_nobody";
  const open = () => startServer((_, response) => response.setHeader("content-type", "application/json").end("{}"));

  it.each([{ write: false }, { write: true }])("passes no case, with write: $write", async ({ write }) => {
    const report = await runConformance({ baseUrl: await open(), apiKey, records, write });
    expect(report.conforms).toBe(false);
    expect(report.results.filter(({ status }) => status === "passed")).toEqual([]);
  });

  it("gets a report that explains what is wrong", async () => {
    const report = await runConformance({ baseUrl: await open(), apiKey, records });
    const text = formatText(report);
    expect(text).toContain("Does not conform");
    expect(text).toMatch(/^ {2}\d+ cases: responded with 200 instead of 401$/m);
    expect(text).toContain(`
    authentication/before-validation (required, section 5, Authentication)
      expected: returns 401 before it validates queries
      but: GET /v1/brains/no-such-record/index?limit=many without an API key responded with 200 instead of 401. The body: {}
    also: `);
    expect(text).toContain(
      "cases: returned a body that is not the documented one: body must be an array, not an object",
    );
    expect(text).not.toContain(apiKey);
  });
});

describe("a server that does not check the key", () => {
  it("fails the cases about keys, and no others", async () => {
    const server = createReferenceServer({ seed: createTestState() });
    const { apiKey, reset } = server;
    const forgetful = (input: string | URL | Request, init?: RequestInit) => {
      const request = new Request(input, init);
      request.headers.set("x-api-key", apiKey);
      return server.fetch(request);
    };
    const report = await runConformance({
      baseUrl: server.baseUrl,
      apiKey,
      fetch: forgetful,
      records,
      reset,
      controls: createControls(server),
      write: true,
    });
    const failed = report.results.filter(({ status }) => status !== "passed").map(({ id }) => id);
    expect(failed).toEqual(
      conformanceCases
        .map(({ id }) => id)
        .filter((id) =>
          /^authentication\/|\/401$|\/foreign-key|\/documented-body$|\/content-type(-of-writes)?$|\/exception-/.test(
            id,
          ),
        )
        .filter((id) => id !== "bindings.update/content-type" && id !== "authentication/key-of-member"),
    );
    expect(report.results.find(({ id }) => id === "bindings.unbind/401")?.message).toContain(
      "DELETE /v1/brains/brain_operations/messaging/bindings/binding_bridge without an API key responded with 200 instead of 401",
    );
  });
});

describe("an implementation that reveals the key", () => {
  const apiKey = "kb_super<secret>/0123456789";
  const spellings = {
    "as it is": apiKey,
    "in a URL": encodeURIComponent(apiKey),
    "in Base64": btoa(`user:${apiKey}`),
  };

  /** Returns a report in every format. */
  async function reported(target: Omit<Target, "apiKey">): Promise<string> {
    const report = await runConformance({ ...target, apiKey });
    const json = JSON.stringify(report).replaceAll("\\\\", "\\");
    return json + formatText(report) + formatJUnit(report) + formatHtml(report);
  }

  it.each(Object.entries(spellings))(
    "does not bring it into a report %s, wherever a body is cut",
    async (_, spelled) => {
      let responses = 0;
      const fetch = async () =>
        // The first two responses decide whether the run begins.
        responses++ < 2
          ? Response.json([])
          : new Response(`${"x".repeat((responses * 7) % 120)}${spelled} and more`, { status: 418 });
      const text = await reported({ baseUrl: "https://wrong.test", fetch, records, write: true });
      expect(responses).toBeGreaterThan(60);
      expect(text).toContain("[redacted]");
      for (const length of [spelled.length, 20, 8]) expect(text).not.toContain(spelled.slice(0, length));
    },
  );

  it("does not bring it into a report of headers, of errors of the network and of controls", async () => {
    const {
      apiKeys: [first, ...others],
      ...seed
    } = createTestState();
    const server = createReferenceServer({
      seed: { ...seed, apiKeys: first ? [{ ...first, key: apiKey }, ...others] : [] },
    });
    const { baseUrl, fetch: respond } = server;
    const contentType = async (url: string, init: RequestInit) => {
      const response = await respond(url, init);
      return new Response(response.body, { status: response.status, headers: { "content-type": `text/${apiKey}` } });
    };
    let sent = 0;
    const fetch = async (url: string, init: RequestInit) => {
      if (sent++ > 2 && url.includes("/channels")) throw new TypeError("fetch failed", { cause: new Error(apiKey) });
      return respond(url, init);
    };
    const restorePage = () => Promise.reject(new Error(`Sent ${apiKey}`));
    const controls = { ...createControls(server), restorePage };
    const texts = [
      await reported({ baseUrl, records, fetch: contentType }),
      await reported({ baseUrl, records, fetch }),
      await reported({ baseUrl, records, fetch: respond, controls, write: true, reset: server.reset }),
    ];
    for (const text of texts) expect(text).toContain("[redacted]");
    expect(texts.join("")).not.toContain("kb_super");
  });

  it("does not bring it into a report by its base URL", async () => {
    const baseUrl = `https://wrong.test/${encodeURIComponent(apiKey)}`;
    const text = await reported({ baseUrl, fetch: async () => Response.json({}) });
    expect(text).toContain("Conformance of https://wrong.test/[redacted] (read-only)");
    expect(text).not.toContain("kb_super");
  });

  it("does not bring it into the error of a run without a response", async () => {
    const fetch = () => Promise.reject(new TypeError(`"${apiKey}" is no header`));
    await expect(runConformance({ baseUrl: "https://wrong.test", apiKey, fetch })).rejects.toThrow(
      'got no response: "[redacted]" is no header.',
    );
  });
});

describe("a server whose timestamps have no offset", () => {
  it.each(["UTC", "Asia/Tokyo", "America/New_York"])("is understood to mean UTC in %s", async (TZ) => {
    const server = createReferenceServer({ seed: createTestState() });
    const fetch = async (input: string | URL | Request, init?: RequestInit) => {
      const response = await server.fetch(input, init);
      const text = await response.text();
      return new Response(text.replace(/("expiresAt":"[^"]*)Z"/, '$1"'), response);
    };
    vi.stubEnv("TZ", TZ);
    onTestFinished(() => void vi.unstubAllEnvs());
    const target = {
      baseUrl: server.baseUrl,
      apiKey: server.apiKey,
      fetch,
      records: { brainId: records.brainId },
      write: true,
    };
    const { results } = await runConformance(target, { filter: ({ id }) => id.startsWith("oauth.start/") });
    const titles = ["issues a state that has not expired yet", "issues a state that is valid for 10 minutes"];
    for (const title of titles) expect(results).toContainEqual(expect.objectContaining({ title, status: "passed" }));
    expect(results.filter(({ status }) => status === "failed")).toEqual([]);
  });
});
