import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { archive, getIndex, isArchived } from "./calls.ts";

describe("a connection that is reset", () => {
  it("rejects as the global fetch does", async () => {
    const server = openServer();
    server.faults.add({ kind: "connection_reset" });
    const [{ status, ...result }] = await Promise.allSettled([getIndex(server)]);
    expect(status).toBe("rejected");
    const { reason } = result as PromiseRejectedResult;
    expect(reason).toBeInstanceOf(TypeError);
    expect(reason).toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } });
    expect((await getIndex(server)).status).toBe(200);
  });

  it.each([
    { afterCommit: false, what: "keeps the operation from being carried out" },
    { afterCommit: true, what: "after the commit hides an operation that was carried out" },
  ])("$what", async ({ afterCommit }) => {
    const server = openServer();
    server.faults.add({ kind: "connection_reset", afterCommit });
    await expect(archive(server)).rejects.toThrow(TypeError);
    expect(isArchived(server)).toBe(afterCommit);
  });

  it("rejects with the reason of a caller that has aborted meanwhile", async () => {
    const server = openServer();
    server.faults.add({ kind: "connection_reset" });
    server.faults.add({ kind: "latency", latency: 60_000 });
    const controller = new AbortController();
    const response = getIndex(server, { signal: controller.signal });
    controller.abort("enough");
    await expect(response).rejects.toBe("enough");
  });
});
