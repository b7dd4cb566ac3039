import type { JournalEntry, ReferenceServer } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import type { TestTools } from "../../src/control/server-control.ts";
import { send } from "../send.ts";

/** Prepares a server, or an organization of it, and returns the argument of a command. */
export type Prepare<Argument = unknown> = (controls: TestTools, server: ReferenceServer) => Argument;

/** A page of the test state. */
export const page = { brainId: "brain_tides", slug: "spring-tide" };

/** Returns a copy of another argument after the same preparation. */
export function after(prepare: Prepare, argument?: unknown): Prepare {
  return async (...prepared) => {
    await prepare(...prepared);
    return structuredClone(argument);
  };
}

export const archived = after(
  (_, server) => send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive"),
  page,
);
export const deprecated = after((_, { control }) => control.pages.deprecate(page), page);
export const pinned = after((_, { control }) => control.pages.pin(page), page);
export const deprecatedAndArchived: Prepare = async (...prepared) => {
  await deprecated(...prepared);
  return archived(...prepared);
};

const pair = { brainId: "brain_tides", slugs: ["spring-tide", "neap-tide"] };
export const twoPages = after(
  (_, { control }) => control.pages.create({ ...page, slug: "neap-tide", title: "T" }),
  pair,
);

const change = { kind: "change", slug: "spring-tide", timeout: 0 };
export const delivered = after((_, { control }) => control.pages.edit({ ...page, title: "Neap tide" }), change);

export const started: Prepare<Promise<{ authorizationUrl: string }>> = async (_, server) => {
  const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
  return { authorizationUrl: (body as OAuthStart).authorizationUrl };
};
export const withTeam: Prepare = async (...on) => ({ ...(await started(...on)), teamName: "West team" });
export const approved: Prepare = async (...on) => on[1].control.oauth.approve(await started(...on));
export const wrongCode: Prepare = async (...on) => Object.assign(Object(await approved(...on)), { code: "moon" });
export const denied: Prepare = async (...on) => {
  const authorization = await started(...on);
  await on[1].control.oauth.deny(authorization);
  return authorization;
};
export const expired: Prepare = async (...on) => {
  const authorization = await started(...on);
  on[1].organization("org_north").clock.advance(3_600_000);
  return authorization;
};

export const rejectedRequest: Prepare<Promise<JournalEntry | undefined>> = async ({ journal }, server) => {
  await send(server, "GET /v1/brains/brain_tides/index?limit=0");
  return journal.entries()[0];
};
export const requestId: Prepare = async (...on) => (await rejectedRequest(...on))?.id;
