import { TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { createClient, getIndex } from "./create-client.ts";
import { idle } from "./manual-clock.ts";

/** Records every exception that nothing catches until the test ends. */
function watchExceptions(): unknown[] {
  const uncaught: unknown[] = [];
  const note = (exception: unknown) => uncaught.push(exception);
  process.on("uncaughtExceptionMonitor", note);
  onTestFinished(() => {
    process.off("uncaughtExceptionMonitor", note);
  });
  return uncaught;
}

describe.each<readonly [string, () => unknown]>([
  ["returns nothing", () => undefined],
  ["rejects", () => Promise.reject(new Error("no cancel"))],
  [
    "throws",
    () => {
      throw new Error("no cancel");
    },
  ],
])("a stream whose cancel() %s", (_, cancel) => {
  const respond = (status: number) => async () => {
    const reader = { read: () => new Promise(() => {}), cancel };
    return { status, headers: new Headers(), body: { getReader: () => reader, cancel } } as unknown as Response;
  };

  it("does not end the program when a timeout ends the call", async () => {
    const uncaught = watchExceptions();
    await expectRejection(TimeoutError, getIndex(createClient(respond(200), { timeout: 5, retries: 0 })));
    await idle();
    expect(uncaught).toEqual([]);
  });

  it("does not prevent another attempt", async () => {
    const responses = [respond(503), async () => Response.json([])];
    const kb = createClient(async () => (responses.shift() as () => Promise<Response>)(), { random: () => 0 });
    expect(await getIndex(kb)).toEqual([]);
  });
});
