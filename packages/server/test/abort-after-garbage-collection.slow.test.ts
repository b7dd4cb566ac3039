import { expect, it } from "vitest";
import { collectGarbage } from "./collect-garbage.ts";
import { openServer } from "./open-server.ts";

const reason = new Error("enough");

/** Sends a request without keeping a reference to it, and does not wait for its response. */
function ask(kind: "hang" | "stalled_body", place: "init" | "a Request", signal: AbortSignal): Promise<Response> {
  const server = openServer();
  server.faults.add({ kind });
  const url = `${server.baseUrl}/v1/brains/brain_tides/index`;
  const init = { headers: { "x-api-key": server.apiKey }, signal };
  return place === "init" ? server.fetch(url, init) : server.fetch(new Request(url, init));
}

it.each([
  ["init", "hang"],
  ["init", "stalled_body"],
  ["a Request", "hang"],
  ["a Request", "stalled_body"],
] as const)("a signal in %s is observed even after a long time: %s", { timeout: 5000 }, async (place, kind) => {
  const controller = new AbortController();
  const text = ask(kind, place, controller.signal).then((response) => response.text());
  await collectGarbage();
  controller.abort(reason);
  await expect(text).rejects.toBe(reason);
});
