import {
  type Attempt,
  CallPromise,
  ConfigurationError,
  type IndexEntry,
  type KnowledgeBase,
  NotFoundError,
  type Page,
} from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClient } from "./create-client.ts";
import { getRejection } from "./expect-rejection.ts";
import { idle } from "./hostile/manual-clock.ts";
import { watchRejections } from "./hostile/watch-rejections.ts";
import { startHttp } from "./start-http.ts";

const entry: IndexEntry = {
  slug: "a",
  title: "A",
  summary: "",
  pageType: "topic",
  pinned: false,
  status: "active",
};
const createNotFound = () => new NotFoundError({ message: "Failed to archive a page: 404 No.", status: 404 });

describe("CallPromise.fromValue", () => {
  it("is a call that succeeded, with all ways to read its result", async () => {
    const response = Response.json([entry], { status: 200, headers: { "x-request-id": "r-1" } });
    const call = CallPromise.fromValue([entry], response);
    expect(call).toBeInstanceOf(CallPromise);
    expect(call).toBeInstanceOf(Promise);
    expect(await call).toEqual([entry]);
    expect(await call.safe()).toMatchObject({ ok: true, data: [entry], attempts: [{ number: 1, status: 200 }] });
    const result = await call.withResponse();
    expect(result).toMatchObject({ data: [entry], attempts: [{ number: 1, status: 200 }] });
    expect(result.response.headers.get("x-request-id")).toBe("r-1");
    expect(await (await call.asResponse()).json()).toEqual([entry]);
    expect(await (await call.asResponse()).json()).toEqual([entry]);
  });

  it("has a successful response if none is given", async () => {
    const call = CallPromise.fromValue([entry]);
    const { response, data } = await call.withResponse();
    expect(data).toEqual([entry]);
    expect([response.ok, response.status]).toEqual([true, 200]);
    expect(await response.json()).toEqual([entry]);
  });

  it("may have no value", async () => {
    const call = CallPromise.fromValue(undefined);
    expect(await call).toBeUndefined();
    expect((await call.safe()).ok).toBe(true);
    expect(await call.asResponse()).toBeInstanceOf(Response);
  });

  const circular: { self?: unknown } = {};
  circular.self = circular;

  it.each([[10n], [{ count: 1n }], [circular], [() => 1], [Symbol("s")]])(
    "may have a value that JSON cannot represent: %#",
    async (value) => {
      const call = CallPromise.fromValue(value);
      expect(await call).toBe(value);
      expect(await call.safe()).toMatchObject({ ok: true, attempts: [{ number: 1, status: 204 }] });
      expect((await call.withResponse()).response.ok).toBe(true);
    },
  );
});

describe("CallPromise.fromError", () => {
  it("is a call that failed, with all ways to read its result", async () => {
    const notFound = createNotFound();
    const call = CallPromise.fromError(notFound);
    expect(call).toBeInstanceOf(CallPromise);
    expect(await getRejection(call)).toBe(notFound);
    expect(await getRejection(call.withResponse())).toBe(notFound);
    expect(await getRejection(call.asResponse())).toBe(notFound);
    expect(await call.safe()).toMatchObject({ ok: false, error: notFound, attempts: [] });
  });

  it("leaves no rejection unhandled if only its result is read", async () => {
    const unhandled = watchRejections();
    await CallPromise.fromError(createNotFound()).safe();
    await getRejection(CallPromise.fromError(createNotFound()).withResponse());
    await idle();
    expect(unhandled).toEqual([]);
  });
});

describe("a client that a test replaces", () => {
  /** A function of an application. */
  async function archiveIfThere(kb: Pick<KnowledgeBase, "pages" | "promptIndex">): Promise<boolean> {
    const [first] = await kb.promptIndex.get({ brainId: "b" });
    if (!first) return false;
    const { ok, error } = await kb.pages.archive({ brainId: "b", slug: first.slug }).safe();
    if (!ok && error.code !== "not_found") throw error;
    return ok;
  }

  it("may consist of plain objects", async () => {
    const archived: string[] = [];
    const kb: Pick<KnowledgeBase, "pages" | "promptIndex"> = {
      promptIndex: { get: () => CallPromise.fromValue([entry]) },
      pages: {
        archive: ({ slug }) => {
          archived.push(slug);
          return CallPromise.fromValue({ slug } as Page);
        },
      },
    };
    expect(await archiveIfThere(kb)).toBe(true);
    expect(archived).toEqual(["a"]);
    expect(await archiveIfThere({ ...kb, pages: { archive: () => CallPromise.fromError(createNotFound()) } })).toBe(
      false,
    );
    expect(await archiveIfThere({ ...kb, promptIndex: { get: () => CallPromise.fromValue([]) } })).toBe(false);
  });
});

describe("safe()", () => {
  it("has response and attempts of a call that succeeds, and no error", async () => {
    const kb = createClient(async () => Response.json([entry], { headers: { "x-request-id": "r-1" } }));
    const { ok, data, error, response, attempts } = await kb.promptIndex.get({ brainId: "b" }).safe();
    expect([ok, data, error]).toEqual([true, [entry], undefined]);
    expect(response?.headers.get("x-request-id")).toBe("r-1");
    expect(await response?.json()).toEqual([entry]);
    expect(attempts.map(({ status }) => status)).toEqual([200]);
  });

  it("has response and attempts of a call that fails, and no data", async () => {
    const responses = [503, 404];
    const fetch = async () =>
      new Response("No", { status: responses.shift() ?? 500, headers: { "x-request-id": "r" } });
    const kb = createClient(fetch, { retries: 1, random: () => 0 });
    const { ok, data, error, response, attempts } = await kb.promptIndex.get({ brainId: "b" }).safe();
    expect([ok, data, error?.code]).toEqual([false, undefined, "api_error"]);
    expect([response?.status, response?.headers.get("x-request-id")]).toEqual([404, "r"]);
    expect(attempts.map(({ status }) => status)).toEqual([503, 404]);
    expect(attempts).toEqual(error?.attempts);
  });

  it.each<[string, () => Promise<Response>]>([
    ["the connection breaks", () => Promise.reject(new TypeError("fetch failed"))],
    ["fetch is misused", async () => undefined as never],
  ])("has no response if %s", async (_, fetch) => {
    const { ok, response, attempts } = await createClient(fetch).promptIndex.get({ brainId: "b" }).safe();
    expect([ok, response]).toEqual([false, undefined]);
    expect(attempts.length).toBeLessThanOrEqual(1);
  });

  it("has neither response nor attempts if nothing was sent", async () => {
    const kb = createClient(async () => Response.json([]));
    const result = await kb.promptIndex.get({ brainId: "" }).safe();
    expect(result).toMatchObject({ ok: false, response: undefined, attempts: [] });
  });

  it("has the response if only its body is invalid", async () => {
    const kb = createClient(async () => new Response("<h1>", { headers: { "x-request-id": "r-1" } }));
    const result = await kb.promptIndex.get({ brainId: "b" }).safe();
    expect(result.ok).toBe(false);
    expect(result.response?.headers.get("x-request-id")).toBe("r-1");
    expect(await result.response?.text()).toBe("<h1>");
  });
});

describe("the response of a call", () => {
  /** Bytes that are not UTF-8. */
  const latin = Uint8Array.from([0x5b, 0x22, 0xe4, 0xf6, 0xfc, 0xff, 0x80, 0x22, 0x5d]);
  const bodies: Readonly<Record<string, Uint8Array>> = {
    "that are not UTF-8": latin,
    "with a byte order mark": Uint8Array.from([0xef, 0xbb, 0xbf, 0x5b, 0x5d]),
    "of every value": Uint8Array.from({ length: 256 }, (_, byte) => byte),
    "that are none": new Uint8Array(),
  };

  it.each(Object.entries(bodies))("has the bytes that were sent: bytes %s", async (_, body) => {
    const { connect } = await startHttp((__, response) => {
      response.writeHead(200, { "content-length": body.length, "content-type": "text/plain" }).end(body);
    });
    const response = await connect().promptIndex.get({ brainId: "b" }).asResponse();
    expect(response.headers.get("content-length")).toBe(String(body.length));
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...body]);
  });

  it("has the bytes that were sent, and the data that they mean", async () => {
    const body = new TextEncoder().encode("\ufeff[]");
    const { connect } = await startHttp((_, response) => response.writeHead(200).end(body));
    const { data, response } = await connect().promptIndex.get({ brainId: "b" }).withResponse();
    expect(data).toEqual([]);
    expect([...new Uint8Array(await response.arrayBuffer())]).toEqual([...body]);
  });
});

describe("the stack of an error", () => {
  const failing = createClient(async () => new Response("No", { status: 403 }));
  const attempts: Attempt[] = [];
  const broken = createClient(() => Promise.reject(new TypeError("fetch failed")));
  const misused = createClient(async () => Response.json(attempts), { apiKey: () => "" });

  it.each([
    ["await", (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: "b" })],
    ["withResponse()", (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: "b" }).withResponse()],
    ["asResponse()", (kb: KnowledgeBase) => kb.promptIndex.get({ brainId: "b" }).asResponse()],
  ])("leads to the line that awaited the call: %s", async (_, call) => {
    for (const kb of [failing, broken, misused]) {
      const handleRequestOfUser = async () => {
        await call(kb);
      };
      const error = (await getRejection(handleRequestOfUser())) as Error;
      expect(error.stack).toContain("handleRequestOfUser");
    }
  });

  it("leads to the line that awaited a call without a key", async () => {
    const handleRequestOfUser = async () => {
      await misused.oauth.start({ brainId: "b" }).withResponse();
    };
    const error = await getRejection(handleRequestOfUser());
    expect(error).toBeInstanceOf(ConfigurationError);
    expect((error as Error).stack).toContain("handleRequestOfUser");
  });
});

describe("the static methods that CallPromise inherits from Promise", () => {
  it("resolve and reject create calls", async () => {
    expect(await CallPromise.resolve([entry])).toEqual([entry]);
    const resolved = CallPromise.resolve([entry]) as CallPromise<IndexEntry[], never>;
    const { data, response, attempts } = await resolved.withResponse();
    expect([data, await response.json(), attempts.length]).toEqual([[entry], [entry], 1]);
    const error = createNotFound();
    const rejected = CallPromise.reject(error) as CallPromise<never, NotFoundError>;
    expect(await getRejection(rejected)).toBe(error);
    expect((await rejected.safe()).error).toBe(error);
  });

  it("combine calls like those of Promise", async () => {
    const calls = [CallPromise.fromValue(1), CallPromise.fromValue(2)];
    expect(await CallPromise.all(calls)).toEqual([1, 2]);
    expect(await CallPromise.race(calls)).toBe(1);
    expect(await getRejection(CallPromise.all([...calls, CallPromise.fromError(createNotFound())]))).toBeInstanceOf(
      NotFoundError,
    );
  });
});
