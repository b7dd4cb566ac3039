import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import type { ServerUpdates } from "../src/page/server.ts";

it("the server lists its changes with the fields that the page reads", async () => {
  const server = createReferenceServer();
  await server.fetch(`${server.baseUrl}/v1/nothing`);
  const response = await withControl(server)(`${server.baseUrl}/_control/server/changes`, { method: "POST" });
  expect(await response.json()).toEqual({
    run: expect.any(String),
    version: expect.any(Number),
    complete: true,
    requests: [expect.objectContaining({ path: "/v1/nothing" })],
  } satisfies Record<keyof ServerUpdates, unknown>);
});
