import { ConfigurationError, ConnectionError, TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex, repeatableCalls, startOAuth } from "./create-client.ts";
import { ManualClock } from "./manual-clock.ts";

const failure = (code: string, name: string, text: string) => Object.assign(new Error(text), { name, code }) as Error;
const headersTimeout = failure("UND_ERR_HEADERS_TIMEOUT", "HeadersTimeoutError", "Headers Timeout Error");
const bodyTimeout = failure("UND_ERR_BODY_TIMEOUT", "BodyTimeoutError", "Body Timeout Error");

/** A response whose body fails as that of undici does after its own limit. */
function failingBody(cause: Error): Response {
  const pull = (stream: ReadableStreamDefaultController) => stream.error(new TypeError("terminated", { cause }));
  return new Response(new ReadableStream({ pull }, { highWaterMark: 0 }));
}

const limits: Readonly<Record<string, () => Promise<Response>>> = {
  "for headers": () => Promise.reject(new TypeError("fetch failed", { cause: headersTimeout })),
  "for headers, without a wrapper": () => Promise.reject(headersTimeout),
  "for the body": async () => failingBody(bodyTimeout),
  "for the body, before it begins": () => Promise.reject(new TypeError("fetch failed", { cause: bodyTimeout })),
};

describe.each(Object.entries(limits))("the own limit of a fetch %s", (_, fetch) => {
  it("is a TimeoutError that names it", async () => {
    const error = await expectRejection(
      TimeoutError,
      getIndex(createClient(fetch, { timeout: 600_000, deadline: 900_000, retries: 0 })),
    );
    expect(error).toMatchObject({ code: "timeout", limit: "fetch", stopReason: "retries_exhausted" });
    expect(error.attempts.map(({ code }) => code)).toEqual(["timeout"]);
    expect(error.message).toMatch(/fetch/);
    expect(error.message).not.toMatch(/Raise the option (timeout|deadline)/);
    expect(error.message).not.toContain("could not be reached");
    expect(JSON.parse(JSON.stringify(error))).toMatchObject({ limit: "fetch" });
  });

  it.each(repeatableCalls)("is retried like a timeout: %s", async (__, call) => {
    const clock = new ManualClock();
    const error = await expectRejection(TimeoutError, clock.drive(call(createClient(fetch, { clock }))));
    expect(error.attempts.map(({ code, reason }) => [code, reason])).toEqual([
      ["timeout", "backoff"],
      ["timeout", "backoff"],
      ["timeout", undefined],
    ]);
  });

  it("is not retried for an unsafe operation", async () => {
    const error = await expectRejection(TimeoutError, startOAuth(createClient(fetch)));
    expect(error).toMatchObject({ limit: "fetch", stopReason: "not_repeatable" });
  });
});

describe("the limit of a fetch for connecting", () => {
  it("is a ConnectionError, and retried even for an unsafe operation, because nothing was sent", async () => {
    const clock = new ManualClock();
    const cause = failure("UND_ERR_CONNECT_TIMEOUT", "ConnectTimeoutError", "Connect Timeout Error");
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const error = await expectRejection(ConnectionError, clock.drive(startOAuth(createClient(fetch, { clock }))));
    expect(error.attempts.map(({ code }) => code)).toEqual(["connection", "connection", "connection"]);
  });
});

it.each(["UND_ERR_INVALID_ARG", "UND_ERR_NOT_SUPPORTED"])(
  "a request that fetch does not send is not repeated: %s",
  async (code) => {
    const cause = failure(code, "InvalidArgumentError", "invalid expect header");
    const fetch = () => Promise.reject(new TypeError("fetch failed", { cause }));
    const error = await expectRejection(ConfigurationError, getIndex(createClient(fetch)));
    expect(error.message).toContain("fetch does not send this request: fetch failed: invalid expect header");
    expect(error.attempts).toHaveLength(1);
  },
);
