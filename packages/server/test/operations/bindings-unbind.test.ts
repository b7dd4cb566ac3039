import { describe, expect, it } from "vitest";
import { commonRejections, errorResponse, expectRejected, type RejectedRequest } from "../helpers/expect-rejected.ts";
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

  it("does not find the binding again", async () => {
    const server = openServer();
    await send(server, request);
    const [, path = ""] = request.split(" ");
    expect(await send(server, request)).toStrictEqual(errorResponse(404, path, "Binding not found"));
  });

  const badIds = ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8"];
  const unknown = { status: 404, message: "Binding not found" } as const;

  it.each<RejectedRequest>([
    { what: "ids that aren't UTF-8", request: requestFor("%ff", "%fe"), status: 400, message: badIds },
    ...commonRejections(request),
    { what: "a binding that doesn't exist", request: requestFor("brain_tides", "binding_moon"), ...unknown },
    { what: "a binding of another brain", request: requestFor("brain_tides", "binding_ropes"), ...unknown },
    { what: "a binding of another organization", request: requestFor("brain_tides", "binding_south"), ...unknown },
  ])("is rejected with $status for $what, and changes nothing", expectRejected);
});
