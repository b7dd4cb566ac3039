import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { requests } from "../requests.ts";
import { send } from "../send.ts";

const cases = requests();

describe("a fault for an operation", () => {
  it.each(cases)("applies to $id only", async ({ id }) => {
    const server = openServer();
    server.faults.add({ operation: id, kind: "status", status: 503, times: 100 });
    for (const { id: asked, method, path, query, sending, success } of requests()) {
      const { status } = await send(server, `${method} ${path}${query}`, sending);
      expect([asked, status]).toEqual([asked, asked === id ? 503 : success]);
    }
    expect(server.faults.list()).toMatchObject([{ uses: 1 }]);
  });

  it.each([{}, { operation: undefined }])("applies to every operation by default: %o", async (target) => {
    const server = openServer();
    server.faults.add({ ...target, kind: "status", status: 503, times: 6 });
    for (const { method, path, query, sending } of requests()) {
      expect((await send(server, `${method} ${path}${query}`, sending)).status).toBe(503);
    }
    expect(server.faults.list()).toEqual([]);
  });

  it("is not used up by requests for another one", async () => {
    const server = openServer();
    server.faults.add({ operation: "pages.archive", kind: "status", status: 503 });
    await send(server, "GET /v1/brains/brain_tides/index");
    expect(server.faults.pending()).toMatchObject([{ operation: "pages.archive", uses: 0 }]);
    expect((await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive")).status).toBe(503);
    expect(server.faults.pending()).toEqual([]);
  });
});
