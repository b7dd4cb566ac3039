import type { Fault, ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { collectGarbage } from "../collect-garbage.ts";
import { openServer } from "../open-server.ts";
import { paths } from "./calls.ts";

/** Sends a Request without keeping a reference to it. */
function sendAndForget({ baseUrl, fetch }: ReferenceServer, signal: AbortSignal): Promise<Response> {
  return fetch(new Request(baseUrl + paths.index, { headers: { "x-api-key": "key_north" }, signal }));
}

function openWith(fault: Fault): ReferenceServer {
  const server = openServer();
  server.faults.add(fault);
  return server;
}

describe("a caller that keeps only the controller of a Request", () => {
  it.each<Fault>([{ kind: "hang" }, { kind: "latency", latency: 60_000 }])("can end $kind", async (fault) => {
    const controller = new AbortController();
    const pending = sendAndForget(openWith(fault), controller.signal);
    await collectGarbage();
    controller.abort("enough");
    await expect(pending).rejects.toBe("enough");
  });

  it("can end a hang that an init was given for, too", async () => {
    const server = openWith({ kind: "hang" });
    const controller = new AbortController();
    const init = { headers: { "x-api-key": "key_north" } };
    const pending = server.fetch(new Request(server.baseUrl + paths.index, { signal: controller.signal }), init);
    await collectGarbage();
    controller.abort("enough");
    await expect(pending).rejects.toBe("enough");
  });

  it("can end a stalled body", async () => {
    const controller = new AbortController();
    const response = await sendAndForget(openWith({ kind: "stalled_body" }), controller.signal);
    const content = response.text();
    await collectGarbage();
    controller.abort("enough");
    await expect(content).rejects.toBe("enough");
  });

  it("can be ended by a timeout", async () => {
    const collecting = collectGarbage();
    const pending = sendAndForget(openWith({ kind: "hang" }), AbortSignal.timeout(100));
    await expect(pending).rejects.toHaveProperty("name", "TimeoutError");
    await collecting;
  });
});
