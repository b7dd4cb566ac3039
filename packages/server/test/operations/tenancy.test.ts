import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { errorResponse } from "../error-response.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { type RequestCase, requests, type Target } from "../requests.ts";
import { send } from "../send.ts";

const own: Target = {
  brainId: "brain_south",
  bindingId: "binding_south",
  slug: "menu",
  installationId: "installation_south",
};
const key = "key_south";

function sendAs(server: ReferenceServer, { method, path, query, sending }: RequestCase) {
  return send(server, `${method} ${path}${query}`, { ...sending, key });
}

const casesOf = (target: Target, ids = /./) => requests(target).filter(({ id }) => ids.test(id));

/** Requests with the key of the other organization for records of this one, or for none. */
// biome-ignore format: one row a line
const foreign: [message: string, cases: RequestCase[]][] = [
  ["Brain not found", [...casesOf({}), ...casesOf({ brainId: "brain_moon" })]],
  ["Binding not found", ["binding_deck", "binding_moon"].flatMap((bindingId) => casesOf({ ...own, bindingId }, /^bindings/))],
  ["Page not found", ["spring-tide", "moon"].flatMap((slug) => casesOf({ ...own, slug }, /^pages/))],
  ["Installation not found", ["installation_north", "installation_moon"].flatMap((installationId) => casesOf({ ...own, installationId }, /^channels/))],
];

describe("another organization", () => {
  it.each(foreign.flatMap(([message, cases]) => cases.map((request) => ({ ...request, message }))))(
    "finds nothing of this one by $id of $path$query, as if it did not exist",
    async (request) => {
      const server = openServer();
      expect(await sendAs(server, request)).toStrictEqual(errorResponse(404, request.path, request.message));
      expect(recordsOf(server)).toStrictEqual(buildState());
    },
  );

  it.each(casesOf(own))("reaches its own records by $id", async (request) => {
    expect((await sendAs(openServer(), request)).status).toBe(request.success);
  });

  it("is kept apart from records that are added later", async () => {
    const server = openServer();
    const { id: brainId } = server.control.brains.create({ organizationId: "org_north" });
    const { id: installationId } = server.control.installations.create({ organizationId: "org_north" });
    const list = (brain: string) =>
      send(server, `GET /v1/brains/${brain}/messaging/channels?installationId=${installationId}`, { key });
    expect(await list(brainId)).toMatchObject({ status: 404, body: { message: "Brain not found" } });
    expect(await list("brain_south")).toMatchObject({ status: 404, body: { message: "Installation not found" } });
  });
});
