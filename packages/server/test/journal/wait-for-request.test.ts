import { settledState, useFakeTimers } from "@knowledge-base/internal/test-helpers/timers.ts";
import { withControl } from "@knowledge-base/server/control";
import { expect, it, vi } from "vitest";
import { archive, getIndex, openServer, send } from "../helpers/open-server.ts";

it("a wait ends with a request that matches all fields, and a wait of an organization with one of its own", async () => {
  const server = openServer();
  const filter = { operation: "pages.archive", input: { slug: "spring-tide" } } as const;
  const waiting = server.journal.waitFor(filter);
  const other = server.organization("org_south").journal.waitFor();
  await send(server, "POST /v1/brains/brain_tides/pages/moon/archive");
  expect(await settledState(waiting)).toBe("waiting");
  await archive(server);
  expect(await waiting).toStrictEqual(server.journal.get("request_2"));
  expect(await settledState(other)).toBe("waiting");
  await getIndex(server, { key: "key_south" });
  expect(await other).toMatchObject({ organizationId: "org_south" });
});

it("a wait that ends in time throws an error that names the filter and counts the other requests", async () => {
  const server = openServer();
  const filter = { operation: "pages.archive", input: { slug: "x".repeat(1000) }, timeout: 1 } as const;
  const start = 'Failed to wait for a request: no request matched {"operation":"pages.archive","input":{"slug":"x';
  await expect(server.journal.waitFor(filter)).rejects.toMatchObject({
    code: "timeout",
    message: expect.stringMatching(/x{450,500}… within 1 ms \(others recorded: 0, dropped: 0\)\.$/) as string,
  });
  await getIndex(server);
  await expect(server.journal.waitFor(filter)).rejects.toThrow(start);
  await expect(server.journal.waitFor(filter)).rejects.toThrow("(others recorded: 1, dropped: 0).");
});

it.each(["meanwhile", "before"])("a wait over HTTP ends if its caller goes %s, and leaves no timer", async (when) => {
  useFakeTimers();
  const server = openServer();
  const controller = new AbortController();
  const init = { method: "POST", signal: controller.signal };
  const waiting = withControl(server)(`${server.baseUrl}/_control/journal/waitFor`, init);
  while (when === "meanwhile" && vi.getTimerCount() === 0) await new Promise(setImmediate);
  controller.abort("enough");
  await expect(waiting).rejects.toBe("enough");
  expect(vi.getTimerCount()).toBe(0);
});
