import { ConfigurationError, type Logger, NotFoundError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { createClientWithJson } from "./create-client.ts";
import { expectRejection } from "./expect-rejection.ts";

/** A logger that records its arguments. */
function recordLog() {
  const calls: unknown[][] = [];
  const write = (...args: unknown[]) => calls.push(args);
  return { calls, logger: { debug: write, info: write, warn: write, error: write } as unknown as Logger };
}

const body = { statusCode: 404, timestamp: "2026-06-03T12:00:00.000Z", path: "/v1", message: "No" };

/** Makes a call that logs, with a logger that takes its arguments in an order. */
async function log(loggerOrder: "message-first" | "details-first" | undefined) {
  const { calls, logger } = recordLog();
  const onRequest = () => {
    throw new Error("the hook is broken");
  };
  const kb = createClientWithJson(404, body, { logger, logLevel: "debug", loggerOrder, onRequest });
  await expectRejection(NotFoundError, kb.promptIndex.get({ brainId: "b" }));
  await expect.poll(() => calls.length).toBeGreaterThanOrEqual(4);
  return calls.map((args) => args.map((argument) => typeof argument));
}

describe("the option loggerOrder", () => {
  it.each([undefined, "message-first"] as const)("passes the message before the details: %s", async (order) => {
    const calls = await log(order);
    for (const types of calls) expect(types).toEqual(["string", "object"]);
  });

  it("passes the details before the message, as pino and bunyan expect", async () => {
    const calls = await log("details-first");
    for (const types of calls) expect(types).toEqual(["object", "string"]);
  });

  it("is kept and changed by withOptions", async () => {
    const { calls, logger } = recordLog();
    const kb = createClientWithJson(200, [], { logger, logLevel: "debug", loggerOrder: "details-first" });
    await kb.withOptions({ timeout: 1000 }).promptIndex.get({ brainId: "b" });
    expect(typeof calls[0]?.[0]).toBe("object");
    calls.length = 0;
    await kb.withOptions({ loggerOrder: "message-first" }).promptIndex.get({ brainId: "b" });
    expect(typeof calls[0]?.[0]).toBe("string");
  });

  it.each(["details", "", null, 5, true])("is rejected if it is %j", (loggerOrder) => {
    const create = () => createClientWithJson(200, [], { loggerOrder: loggerOrder as never });
    expect(create).toThrow(ConfigurationError);
    expect(create).toThrow(/loggerOrder must be one of message-first, details-first/);
  });
});
