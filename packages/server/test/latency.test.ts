import { describe, expect, it } from "vitest";
import { openServer } from "./open-server.ts";
import { send } from "./send.ts";

const index = "GET /v1/brains/brain_tides/index";

describe("the latency of a server", () => {
  it("delays each response, also after a reset and without any faults", async () => {
    const server = openServer({ latency: 60 });
    server.reset();
    server.faults.clear();
    let isAnswered = false;
    const answer = send(server, index).finally(() => {
      isAnswered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(isAnswered).toBe(false);
    expect((await answer).status).toBe(200);
  });

  it("ends if the caller aborts, and nothing is executed", async () => {
    const server = openServer({ latency: 120_000 });
    const before = server.snapshot();
    const controller = new AbortController();
    const answer = server.fetch(`${server.baseUrl}/v1/brains/brain_tides/pages/spring-tide/archive`, {
      method: "POST",
      headers: { "x-api-key": server.apiKey },
      signal: controller.signal,
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    controller.abort("enough");
    await expect(answer).rejects.toBe("enough");
    expect(server.snapshot()).toStrictEqual(before);
    expect(server.journal.entries()).toEqual([]);
  });
});
