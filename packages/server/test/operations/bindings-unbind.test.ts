import { describe, expect, it } from "vitest";
import { bindingRejections, expectRejected } from "../helpers/expect-rejected.ts";
import { buildState, openServer, recordsOf, send } from "../helpers/open-server.ts";

const requestFor = (brainId: string, bindingId: string) =>
  `DELETE /v1/brains/${brainId}/messaging/bindings/${bindingId}`;
const request = requestFor("brain_tides", "binding_deck");

describe("bindings.unbind", () => {
  it("responds with 200, and removes the binding, but neither its installation nor another binding", async () => {
    const server = openServer();
    expect(await send(server, request)).toStrictEqual({ status: 200, body: { disconnected: true } });
    const [, ...others] = buildState().bindings;
    expect(recordsOf(server)).toStrictEqual(buildState({ bindings: others }));
  });

  const rejections = bindingRejections(requestFor);
  it.each(rejections)("is rejected with $status for $what, and changes nothing", expectRejected);
});
