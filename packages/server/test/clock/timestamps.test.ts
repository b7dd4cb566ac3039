import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { send } from "../helpers/open-server.ts";
import { openTicking } from "../helpers/time.ts";

const brain = "/v1/brains/brain_tides";
const brainId = "brain_tides";
const later = "2031-02-03T04:05:06.000Z";

const bodyOf = async (server: ReferenceServer, request: string, key?: string | null) =>
  (await send(server, request, key === undefined ? {} : { key })).body;

const indexRequest = `GET ${brain}/index`;

async function entryOfRequest(server: ReferenceServer) {
  await send(server, indexRequest);
  return server.journal.entries()[0];
}

const post = (path: string) => (server: ReferenceServer) => bodyOf(server, `POST ${brain}/${path}`);
const sendBrief = ({ control }: ReferenceServer) => control.brains.sendDailyBrief({ brainId }).delivered[0];
const page = { brainId, slug: "spring-tide" };

// biome-ignore format: one row a line
it.each<{ what: string; read: (server: ReferenceServer) => unknown; expected: object }>([
  { what: "an authorization", read: post("messaging/oauth/start"), expected: { expiresAt: "2031-02-03T04:15:06.000Z" } },
  { what: "an archived page", read: post("pages/spring-tide/archive"), expected: { updatedAt: later } },
  { what: "an error", read: (server) => bodyOf(server, `${indexRequest}?limit=0`), expected: { timestamp: later } },
  { what: "an unknown path", read: (server) => bodyOf(server, "GET /nowhere"), expected: { timestamp: later } },
  { what: "a pinned page", read: ({ control }) => control.pages.pin(page), expected: { updatedAt: later } },
  { what: "a read page", read: ({ control }) => control.pages.read(page), expected: { lastReferencedAt: later } },
  { what: "a delivery", read: sendBrief, expected: { at: later } },
  { what: "a journal entry", read: entryOfRequest, expected: { at: later } },
])("the time of $what is that of the clock of its organization", async ({ read, expected }) => {
  const { server } = openTicking();
  server.organization("org_north").clock.set(later);
  expect(await read(server)).toMatchObject(expected);
});

it("a request without a valid key has the time of the server, and each organization its own", async () => {
  const { server } = openTicking();
  server.clock.freeze(later);
  server.organization("org_north").clock.freeze("2040-01-01T00:00:00Z");
  for (const key of [null, "key_nobody", "key_south", "key_north"]) {
    const timestamp = key === "key_north" ? "2040-01-01T00:00:00.000Z" : later;
    expect(await bodyOf(server, "GET /v1/brains/brain_none/index", key)).toHaveProperty("timestamp", timestamp);
    expect(await bodyOf(server, "GET /nowhere", key)).toMatchObject({ statusCode: 404, timestamp });
  }
});

it("a clock that goes backwards writes earlier times, and the prompt index follows them", async () => {
  const { server } = openTicking();
  for (const slug of ["a", "b"]) server.control.pages.create({ brainId, slug, title: slug, body: slug });
  const readAt = (time: string, slug: string) => {
    server.clock.set(time);
    return server.control.pages.read({ brainId, slug });
  };
  const slugs = async () => ((await bodyOf(server, indexRequest)) as { slug: string }[]).map(({ slug }) => slug);
  readAt("2030-01-01T00:00:00Z", "a");
  expect(await slugs()).toEqual(["a", "spring-tide", "b"]);
  readAt("1999-01-01T00:00:00Z", "b");
  expect(readAt("1999-01-01T00:00:00Z", "a")).toHaveProperty("lastReferencedAt", "1999-01-01T00:00:00.000Z");
  expect(await slugs()).toEqual(["spring-tide", "a", "b"]);
  readAt("2031-01-01T00:00:00Z", "b");
  expect(await slugs()).toEqual(["b", "spring-tide", "a"]);
});
