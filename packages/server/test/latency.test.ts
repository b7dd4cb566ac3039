import { describe, expect, it } from "vitest";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";

describe("the latency of a server", () => {
  it("delays each response, also after a reset and without any faults", async () => {
    const server = openServer({ latency: 60 });
    server.reset();
    server.faults.clear();
    const started = performance.now();
    expect((await send(server, index)).status).toBe(200);
    // A timer may fire up to a millisecond early, and as late as the machine is busy.
    expect(performance.now() - started).toBeGreaterThanOrEqual(59);
  });

  it("ends if the caller aborts: nothing is executed, and the journal has the request", async () => {
    const server = openServer({ latency: 120_000 });
    const before = recordsOf(server);
    const controller = new AbortController();
    const response = server.fetch(`${server.baseUrl}/v1/brains/brain_tides/pages/spring-tide/archive`, {
      method: "POST",
      headers: { "x-api-key": server.apiKey },
      signal: controller.signal,
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(recordsOf(server)).toStrictEqual(before);
    expect(server.journal.entries()).toMatchObject([
      { operation: "pages.archive", reason: "abandoned", status: null, committed: false },
    ]);
  });
});
