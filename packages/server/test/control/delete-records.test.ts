import type { ReferenceServer, State } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";
import { indexSlugs } from "./index-slugs.ts";

/** Checks that a deletion removes exactly the records that do not fit a condition, and that it is rejected the second time. */
function expectDeletion(
  remove: (server: ReferenceServer) => void,
  remaining: { readonly [Name in keyof State]?: (record: never) => boolean },
): ReferenceServer {
  const server = openServer();
  const expected = Object.entries(buildState()).map(([name, records]) => [
    name,
    Array.isArray(records) ? records.filter((record) => remaining[name as keyof State]?.(record as never) ?? true) : 1,
  ]);
  remove(server);
  expect(recordsOf(server)).toStrictEqual(Object.fromEntries(expected));
  expect(captureRejection(server, () => remove(server)).code).toBe("not_found");
  return server;
}

describe("deleting a brain", () => {
  const remove = ({ control }: ReferenceServer) => control.brains.delete({ brainId: "brain_tides" });

  it("removes its pages and bindings, and nothing else", async () => {
    const server = expectDeletion(remove, {
      brains: ({ id }: { id: string }) => id !== "brain_tides",
      pages: ({ brainId }: { brainId: string }) => brainId !== "brain_tides",
      bindings: ({ brainId }: { brainId: string }) => brainId !== "brain_tides",
    });
    expect((await send(server, "GET /v1/brains/brain_tides/index")).status).toBe(404);
    expect((await send(server, "GET /v1/brains/brain_ropes/index")).status).toBe(200);
  });

  it("frees its ids", () => {
    const server = openServer();
    const before = recordsOf(server);
    remove(server);
    const of = <Owned extends { readonly brainId: string }>(records: readonly Owned[]) =>
      records.filter(({ brainId }) => brainId === "brain_tides");
    const brains = before.brains.filter(({ id }) => id === "brain_tides");
    server.seed({ version: 1, brains, pages: of(before.pages), bindings: of(before.bindings) });
    const sorted = ({ brains: listed, ...rest }: Required<State>) => ({
      ...rest,
      brains: listed.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      pages: rest.pages.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
      bindings: rest.bindings.toSorted((left, right) => (left.id < right.id ? -1 : 1)),
    });
    expect(sorted(server.snapshot())).toStrictEqual(sorted(before));
  });

  it("ends the authorizations that were started for it", async () => {
    const server = openServer();
    const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
    remove(server);
    await expect(
      server.control.oauth.approve({ authorizationUrl: (body as OAuthStart).authorizationUrl }),
    ).rejects.toMatchObject({ code: "not_found" });
  });
});

describe("deleting a page", () => {
  it("removes it from the index and frees its id and slug", async () => {
    const server = expectDeletion(
      ({ control }) => control.pages.delete({ brainId: "brain_tides", slug: "spring-tide" }),
      { pages: ({ slug }: { slug: string }) => slug !== "spring-tide" },
    );
    expect(await indexSlugs(server, "brain_tides")).toEqual([]);
    const page = server.control.pages.create({ brainId: "brain_tides", title: "Spring tide", id: "page_spring-tide" });
    expect(page).toMatchObject({ slug: "spring-tide", version: 1 });
    expect(await indexSlugs(server, "brain_tides")).toEqual(["spring-tide"]);
  });

  it("removes one that is hidden from the index", () => {
    const server = openServer();
    const { slug } = server.control.pages.create({ brainId: "brain_tides", title: "Old", status: "archived" });
    server.control.pages.delete({ brainId: "brain_tides", slug });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });
});

describe("deleting an installation", () => {
  it("removes its channels and their bindings, and nothing else", () => {
    expectDeletion(({ control }) => control.installations.delete({ installationId: "installation_north" }), {
      installations: ({ id }: { id: string }) => id !== "installation_north",
      channels: ({ installationId }: { installationId: string }) => installationId !== "installation_north",
      bindings: ({ installationId }: { installationId: string }) => installationId !== "installation_north",
    });
  });
});

describe("deleting a channel", () => {
  it("removes its bindings to all brains, and nothing else", () => {
    expectDeletion(
      ({ control }) => control.channels.delete({ installationId: "installation_north", channelId: "C_DECK" }),
      {
        channels: ({ id }: { id: string }) => id !== "C_DECK",
        bindings: ({ channelId }: { channelId: string }) => channelId !== "C_DECK",
      },
    );
  });
});

describe("deleting a binding", () => {
  it("removes nothing else", () => {
    expectDeletion(({ control }) => control.bindings.delete({ brainId: "brain_tides", bindingId: "binding_hold" }), {
      bindings: ({ id }: { id: string }) => id !== "binding_hold",
    });
  });
});

describe("deleting a key", () => {
  it("makes it invalid, and removes nothing else", async () => {
    const server = expectDeletion(({ control }) => control.apiKeys.delete({ apiKey: "key_south" }), {
      apiKeys: ({ key }: { key: string }) => key !== "key_south",
    });
    expect((await send(server, "GET /v1/brains/brain_south/index", { key: "key_south" })).status).toBe(401);
  });
});

describe("deleting an organization", () => {
  it("removes everything that belongs to it, and nothing else", () => {
    const isOther = ({ organizationId }: { organizationId: string }) => organizationId !== "org_south";
    expectDeletion(({ control }) => control.organizations.delete({ organizationId: "org_south" }), {
      organizations: ({ id }: { id: string }) => id !== "org_south",
      apiKeys: isOther,
      brains: isOther,
      installations: isOther,
      pages: ({ brainId }: { brainId: string }) => brainId !== "brain_south",
      channels: ({ installationId }: { installationId: string }) => installationId !== "installation_south",
      bindings: ({ brainId }: { brainId: string }) => brainId !== "brain_south",
    });
  });
});
