import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildState } from "./build-state.ts";
import { errorResponse } from "./error-response.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { type RequestCase, requests } from "./requests.ts";
import { send } from "./send.ts";

const known = { brainId: "brain_tides", bindingId: "binding_deck", slug: "spring-tide" };
const noBrain = { brainId: "brain_moon", bindingId: "binding_deck", slug: "spring-tide" };

function sendCase(server: ReferenceServer, { method, path, query, sending }: RequestCase, key?: string) {
  return send(server, `${method} ${path}${query}`, { ...sending, ...(key !== undefined && { key }) });
}

describe("another organization", () => {
  it.each(requests(known))("finds no brain of this one by $id", async (request) => {
    const server = openServer();
    expect(await sendCase(server, request, "key_south")).toStrictEqual(
      errorResponse(404, request.path, "Brain not found"),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each(requests(noBrain))("gets the same response from $id as for a brain that does not exist", async (request) => {
    expect(await sendCase(openServer(), request, "key_south")).toStrictEqual(
      errorResponse(404, request.path, "Brain not found"),
    );
  });

  it.each([
    ...requests({ brainId: "brain_south" }).filter(({ id }) => id.startsWith("bindings.")),
    ...requests({ brainId: "brain_south", bindingId: "binding_moon" }).filter(({ id }) => id.startsWith("bindings.")),
  ])("finds no binding of this one in its own brain by $id ($path)", async (request) => {
    const server = openServer();
    expect(await sendCase(server, request, "key_south")).toStrictEqual(
      errorResponse(404, request.path, "Binding not found"),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each(["spring-tide", "moon"])("finds no page %s in its own brain", async (slug) => {
    const server = openServer();
    const path = `/v1/brains/brain_south/pages/${slug}/archive`;
    expect(await send(server, `POST ${path}`, { key: "key_south" })).toStrictEqual(
      errorResponse(404, path, "Page not found"),
    );
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it.each(["installation_north", "installation_moon"])("finds no installation %s", async (installationId) => {
    const path = "/v1/brains/brain_south/messaging/channels";
    expect(
      await send(openServer(), `GET ${path}?installationId=${installationId}`, { key: "key_south" }),
    ).toStrictEqual(errorResponse(404, path, "Installation not found"));
  });

  it.each(
    requests({
      brainId: "brain_south",
      bindingId: "binding_south",
      slug: "menu",
      installationId: "installation_south",
    }),
  )("reaches its own records by $id", async (request) => {
    expect((await sendCase(openServer(), request, "key_south")).status).toBe(request.success);
  });

  it("does not matter to the brains of one organization, which are apart from each other", async () => {
    const server = openServer();
    const path = "/v1/brains/brain_ropes/pages/spring-tide/archive";
    expect(await send(server, `POST ${path}`)).toStrictEqual(errorResponse(404, path, "Page not found"));
  });

  it("is kept apart from records that are added later", async () => {
    const server = openServer();
    server.seed({
      version: 1,
      brains: [{ id: "brain_late", organizationId: "org_north", name: "Late" }],
      installations: [{ id: "installation_late", organizationId: "org_north", teamId: "T_LATE", teamName: "Late" }],
    });
    const list = "/v1/brains/brain_late/messaging/channels";
    expect(await send(server, `GET ${list}?installationId=installation_late`)).toEqual({ status: 200, body: [] });
    expect(await send(server, `GET ${list}?installationId=installation_late`, { key: "key_south" })).toStrictEqual(
      errorResponse(404, list, "Brain not found"),
    );
    const own = "/v1/brains/brain_south/messaging/channels";
    expect(await send(server, `GET ${own}?installationId=installation_late`, { key: "key_south" })).toStrictEqual(
      errorResponse(404, own, "Installation not found"),
    );
  });
});
