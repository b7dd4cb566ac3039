import { setTimeout as pass } from "node:timers/promises";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived, paths } from "./calls.ts";
import { settledState } from "./timers.ts";

const headers = { "x-api-key": "key_north" };

describe("a hang", () => {
  it.each([new Error("enough"), "enough", 0, null])("ends with the reason of its abort: %s", async (reason) => {
    const server = openServer();
    server.faults.add({ kind: "hang" });
    const controller = new AbortController();
    const response = getIndex(server, { signal: controller.signal });
    expect(await settledState(response)).toBe("waiting");
    controller.abort(reason);
    await expect(response).rejects.toBe(reason);
  });

  it("ends at once if a Request is aborted", async () => {
    const server = openServer();
    server.faults.add({ kind: "hang" });
    const controller = new AbortController();
    const response = server.fetch(new Request(server.baseUrl + paths.index, { headers, signal: controller.signal }));
    expect(await settledState(response)).toBe("waiting");
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
  });

  it.each([
    ["no signal", undefined],
    ["null for a signal", null],
    ["a signal that is never aborted", new AbortController().signal],
  ])("never ends for a caller with %s", async (_, signal) => {
    const server = openServer();
    server.faults.add({ kind: "hang" });
    const response = getIndex(server, signal === undefined ? {} : { signal });
    await pass(20);
    expect(await settledState(response)).toBe("waiting");
  });

  it("ends if the runtime has a MessageChannel that throws", async () => {
    vi.stubGlobal("MessageChannel", function rejectUse() {
      throw new Error("A Node.js API is used");
    });
    onTestFinished(() => {
      vi.unstubAllGlobals();
    });
    const server = openServer();
    server.faults.add({ kind: "hang" });
    const response = getIndex(server, { signal: AbortSignal.timeout(10) });
    await expect(response).rejects.toMatchObject({ name: "TimeoutError" });
  });

  it("ends only for the caller that aborts", async () => {
    const server = openServer();
    server.faults.add({ kind: "hang", times: 2 });
    const [one, other] = [new AbortController(), new AbortController()];
    const responses = [one, other].map(({ signal }) => getIndex(server, { signal }));
    one.abort("one");
    expect(await Promise.all(responses.map(settledState))).toEqual(["rejected", "waiting"]);
    other.abort("other");
    expect(await Promise.allSettled(responses)).toMatchObject([{ reason: "one" }, { reason: "other" }]);
  });

  it("continues when the server is reset, and still ends with the caller's reason", async () => {
    const server = openServer();
    server.faults.add({ kind: "hang" });
    const controller = new AbortController();
    const response = getIndex(server, { signal: controller.signal });
    expect(await settledState(response)).toBe("waiting");
    server.reset();
    expect(await settledState(response)).toBe("waiting");
    expect((await getIndex(server)).status).toBe(200);
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
  });

  it.each([
    { afterCommit: false, what: "keeps the operation from being carried out" },
    { afterCommit: true, what: "after the commit hides an operation that was carried out" },
  ])("$what", async ({ afterCommit }) => {
    const server = openServer();
    server.faults.add({ kind: "hang", afterCommit });
    const controller = new AbortController();
    const response = archive(server, { signal: controller.signal });
    expect(await settledState(response)).toBe("waiting");
    expect(isArchived(server)).toBe(afterCommit);
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
    expect(isArchived(server)).toBe(afterCommit);
  });
});
