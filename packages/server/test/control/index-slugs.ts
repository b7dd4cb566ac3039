import type { ReferenceServer } from "@knowledge-base/server";
import type { IndexEntry } from "@knowledge-base/types";
import { expect } from "vitest";
import { send } from "../send.ts";

/** The slugs of the prompt index of a brain, from the top. */
export async function indexSlugs(server: ReferenceServer, brainId: string, key = server.apiKey): Promise<string[]> {
  const { status, body } = await send(server, `GET /v1/brains/${brainId}/index`, { key });
  expect(status).toBe(200);
  return (body as IndexEntry[]).map(({ slug }) => slug);
}
