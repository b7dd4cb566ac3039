import type { ReferenceServer } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { paths } from "../faults/calls.ts";
import { send } from "../send.ts";
import { openTicking } from "./ticking.ts";

const start = "POST /v1/brains/brain_tides/messaging/oauth/start";
const archive = `POST ${paths.archive}`;
const page = { brainId: "brain_tides", slug: "spring-tide" };
const later = "2031-02-03T04:05:06.000Z";
const south = { key: "key_south" };

/** A server, and a function that moves the time of an organization: by its clock, that of the server, or the base clock. */
const movers: Readonly<Record<string, (time: string) => ReferenceServer>> = {
  "its own clock": (time) => {
    const { server } = openTicking();
    server.organization("org_north").clock.set(time);
    return server;
  },
  "the clock of the server": (time) => {
    const { server } = openTicking();
    server.clock.freeze(time);
    return server;
  },
  "the base clock": (time) => openTicking({ clock: { now: () => Date.parse(time) } }).server,
};

describe.each(Object.entries(movers))("the responses to an organization depend only on %s:", (_, openAt) => {
  it("the expiry of an authorization", async () => {
    const { body } = await send(openAt(later), start);
    const { authorizationUrl, expiresAt } = body as OAuthStart;
    expect(expiresAt).toBe("2031-02-03T04:15:06.000Z");
    const [content = ""] = (new URL(authorizationUrl).searchParams.get("state") ?? "").split(".");
    expect(JSON.parse(Buffer.from(content, "base64url").toString("utf8"))).toHaveProperty("expiresAt", expiresAt);
  });

  it("the time of an archived page, which is kept", async () => {
    const server = openAt(later);
    expect((await send(server, archive)).body).toHaveProperty("updatedAt", later);
    expect(server.snapshot().pages[0]).toHaveProperty("updatedAt", later);
  });

  it("the time of an error", async () => {
    const server = openAt(later);
    expect((await send(server, "GET /v1/brains/brain_none/index")).body).toMatchObject({ timestamp: later });
    expect((await send(server, `GET ${paths.index}?limit=0`)).body).toMatchObject({ timestamp: later });
    expect((await send(server, "GET /nowhere")).body).toMatchObject({ timestamp: later });
  });

  it("the journal, what control writes, and deliveries", async () => {
    const server = openAt(later);
    await send(server, `GET ${paths.index}`);
    expect(server.journal.entries()).toMatchObject([{ at: later }]);
    expect(server.control.pages.edit({ ...page, title: "x" })).toHaveProperty("updatedAt", later);
    expect(server.control.pages.read(page)).toHaveProperty("lastReferencedAt", later);
    expect(server.deliveries.list().map(({ at }) => at)).toEqual([later, later]);
  });
});

describe("a request without a valid key", () => {
  it("has the time of the server", async () => {
    const { server } = openTicking();
    server.organization("org_north").clock.set("2040-01-01T00:00:00Z");
    server.clock.freeze(later);
    for (const key of [null, "key_nobody"]) {
      const { body } = await send(server, `GET ${paths.index}`, { key });
      expect(body).toMatchObject({ statusCode: 401, timestamp: later });
      expect((await send(server, "GET /nowhere", { key })).body).toMatchObject({ statusCode: 404, timestamp: later });
    }
  });
});

describe("two organizations", () => {
  it("each have their own time", async () => {
    const { server } = openTicking();
    server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z");
    server.organization("org_south").clock.freeze("2040-01-01T00:00:00Z");
    const path = "GET /v1/brains/brain_none/index";
    expect((await send(server, path)).body).toHaveProperty("timestamp", "2030-01-01T00:00:00.000Z");
    expect((await send(server, path, south)).body).toHaveProperty("timestamp", "2040-01-01T00:00:00.000Z");
  });
});

describe("an authorization", () => {
  const startOAuth = async (server: ReferenceServer) => {
    const { body } = await send(server, start);
    return (body as OAuthStart).authorizationUrl;
  };
  const expired = expect.objectContaining({ code: "oauth_expired_state" }) as Error;

  it("expires to the millisecond, by the clock of its organization", async () => {
    const { server } = openTicking();
    const north = server.organization("org_north");
    const [early, late] = [await startOAuth(server), await startOAuth(server)];
    north.clock.advance(599_999);
    expect(await server.control.oauth.approve({ authorizationUrl: early })).toHaveProperty("code");
    north.clock.advance(1);
    await expect(server.control.oauth.approve({ authorizationUrl: late })).rejects.toThrow(expired);
  });

  it("does not expire if only the clock of another organization advances", async () => {
    const { server } = openTicking();
    const authorizationUrl = await startOAuth(server);
    server.organization("org_south").clock.advance(86_400_000);
    expect(await server.control.oauth.approve({ authorizationUrl })).toHaveProperty("code");
  });

  it("does not expire while the clock is frozen, even if the base clock advances", async () => {
    const { server, tick } = openTicking();
    server.clock.freeze();
    const authorizationUrl = await startOAuth(server);
    tick(86_400_000);
    expect(await server.control.oauth.approve({ authorizationUrl })).toHaveProperty("code");
  });

  it("that has expired is valid again if the clock is moved back", async () => {
    const { server } = openTicking();
    const before = server.clock.now();
    const authorizationUrl = await startOAuth(server);
    server.clock.advance(86_400_000);
    await expect(server.control.oauth.approve({ authorizationUrl })).rejects.toThrow(expired);
    server.clock.set(before);
    expect(await server.control.oauth.approve({ authorizationUrl })).toHaveProperty("code");
  });
});

describe("a clock that goes backwards", () => {
  it("writes earlier times, and the prompt index follows them", async () => {
    const { server } = openTicking();
    const { brainId } = page;
    server.control.pages.create({ brainId, slug: "a", title: "A", body: "A" });
    server.control.pages.create({ brainId, slug: "b", title: "B", body: "B" });
    server.clock.set("2030-01-01T00:00:00Z");
    server.control.pages.read({ brainId, slug: "a" });
    server.clock.set("1999-01-01T00:00:00Z");
    server.control.pages.read({ brainId, slug: "b" });
    expect(server.control.pages.read({ brainId, slug: "a" })).toHaveProperty(
      "lastReferencedAt",
      "1999-01-01T00:00:00.000Z",
    );
    const slugs = async () =>
      ((await send(server, `GET ${paths.index}`)).body as { slug: string }[]).map(({ slug }) => slug);
    expect(await slugs()).toEqual(["spring-tide", "a", "b"]);
    server.clock.set("2031-01-01T00:00:00Z");
    server.control.pages.read({ brainId, slug: "b" });
    expect(await slugs()).toEqual(["b", "spring-tide", "a"]);
  });

  it("keeps the journal in the order of the requests", async () => {
    const { server, tick } = openTicking();
    await send(server, `GET ${paths.index}`);
    tick(-1000);
    await send(server, `GET ${paths.index}`);
    expect(server.journal.entries().map(({ at }) => at)).toEqual([
      "2026-07-01T12:00:00.000Z",
      "2026-07-01T11:59:59.000Z",
    ]);
  });
});
