import { describe, expect, it } from "vitest";
import { createClient, getIndex } from "./create-client.ts";
import { createForeignFetch } from "./create-foreign-fetch.ts";
import { idle, ManualClock } from "./manual-clock.ts";

describe("a response that comes after the timeout", () => {
  it("is cancelled", async () => {
    const clock = new ManualClock();
    let isCancelled = false;
    const cancel = () => {
      isCancelled = true;
    };
    const { promise, resolve } = Promise.withResolvers<Response>();
    const kb = createClient(() => promise, { clock, retries: 0 });
    expect((await clock.drive(getIndex(kb).safe())).error).toMatchObject({ code: "timeout" });
    resolve(new Response(new ReadableStream({ cancel })));
    await idle();
    expect(isCancelled).toBe(true);
  });

  it("only with the end of its body does not belong to the next attempt", async () => {
    const clock = new ManualClock();
    const { promise, resolve } = Promise.withResolvers<{ done: true }>();
    const late = createForeignFetch({ body: { getReader: () => ({ read: () => promise, cancel() {} }) } });
    let requests = 0;
    const kb = createClient(
      () => {
        requests += 1;
        if (requests === 1) return late();
        resolve({ done: true });
        return new Promise(() => {});
      },
      { clock, retries: 1, random: () => 0 },
    );
    const { error, response, attempts } = await clock.drive(getIndex(kb).safe());
    expect(attempts.map(({ status, code }) => [status, code])).toEqual([
      [200, "timeout"],
      [undefined, "timeout"],
    ]);
    expect([response, error?.headers]).toEqual([undefined, undefined]);
  });
});
