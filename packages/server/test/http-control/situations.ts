import type { ReferenceServer } from "@knowledge-base/server";
import type { TestTools } from "../../src/control/server-control.ts";
import { send } from "../send.ts";

/** Prepares a server, or an organization of it, and returns the argument of a command. */
export type Prepare<Argument = unknown> = (
  controls: TestTools,
  server: ReferenceServer,
) => Argument | Promise<Argument>;

/** A page of the test state. */
export const page = { brainId: "brain_tides", slug: "spring-tide" };

/** Returns another argument after the same preparation. */
export function after(prepare: Prepare, argument?: unknown): Prepare {
  return async (...prepared) => {
    await prepare(...prepared);
    return structuredClone(argument);
  };
}

export const archived: Prepare = async (_, server) => {
  await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
  return { ...page };
};

export const deprecated: Prepare = (_, server) => {
  server.control.pages.deprecate(page);
  return { ...page };
};

export const deprecatedAndArchived: Prepare = async (...prepared) => {
  await deprecated(...prepared);
  return archived(...prepared);
};

export const pinned: Prepare = (_, server) => {
  server.control.pages.pin(page);
  return { ...page };
};

export const started: Prepare<{ authorizationUrl: string }> = async (_, server) => {
  const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
  return { authorizationUrl: (body as { authorizationUrl: string }).authorizationUrl };
};

export const denied: Prepare = async (controls, server) => {
  const authorization = await started(controls, server);
  await server.control.oauth.deny(authorization);
  return authorization;
};

export const approved: Prepare<{ code: string; state: string }> = async (controls, server) =>
  server.control.oauth.approve(await started(controls, server));

export const expired: Prepare = async (controls, server) => {
  const authorization = await started(controls, server);
  server.organization("org_north").clock.advance(3_600_000);
  return authorization;
};

export const delivered: Prepare = (_, server) => {
  server.control.pages.edit({ ...page, title: "Neap tide" });
  return { kind: "change", slug: "spring-tide", timeout: 0 };
};

export const rejectedRequest: Prepare<{ id: string }> = async ({ journal }, server) => {
  await send(server, "GET /v1/brains/brain_tides/index?limit=0");
  const [entry] = journal.entries();
  if (!entry) throw new Error("The journal is empty");
  return entry;
};
