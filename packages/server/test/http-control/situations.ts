import type { ReferenceServer } from "@knowledge-base/server";
import type { TestTools } from "../../src/control/server-control.ts";
import { send } from "../send.ts";

/** Prepares a server, or an organization of it, and returns the argument of a command. */
export type Prepare<Argument> = (controls: TestTools, server: ReferenceServer) => Argument | Promise<Argument>;

/** A page of the test state. */
export const page = { brainId: "brain_tides", slug: "spring-tide" };

/** The page is archived. */
export async function archived(_: TestTools, server: ReferenceServer) {
  await send(server, "POST /v1/brains/brain_tides/pages/spring-tide/archive");
  return page;
}

/** The page is deprecated. */
export function deprecated(_: TestTools, server: ReferenceServer) {
  server.control.pages.deprecate(page);
  return page;
}

/** The page is pinned. */
export function pinned(_: TestTools, server: ReferenceServer) {
  server.control.pages.pin(page);
  return page;
}

/** An authorization was started. */
export async function started(_: TestTools, server: ReferenceServer): Promise<{ authorizationUrl: string }> {
  const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
  return { authorizationUrl: (body as { authorizationUrl: string }).authorizationUrl };
}

/** An authorization was denied. */
export async function denied(controls: TestTools, server: ReferenceServer) {
  const authorization = await started(controls, server);
  await server.control.oauth.deny(authorization);
  return authorization;
}

/** An authorization was approved. */
export async function approved(controls: TestTools, server: ReferenceServer) {
  return server.control.oauth.approve(await started(controls, server));
}

/** An authorization expired. */
export async function expired(controls: TestTools, server: ReferenceServer) {
  const authorization = await started(controls, server);
  server.organization("org_north").clock.advance(3_600_000);
  return authorization;
}

/** A change was delivered. */
export function delivered(_: TestTools, server: ReferenceServer) {
  server.control.pages.edit({ ...page, title: "Neap tide" });
  return { kind: "change" as const, slug: "spring-tide", timeout: 0 };
}

/** A request got a response. */
export async function rejectedRequest({ journal }: TestTools, server: ReferenceServer) {
  await send(server, "GET /v1/brains/brain_tides/index?limit=0");
  const [entry] = journal.entries();
  if (!entry) throw new Error("The journal is empty");
  return entry;
}
