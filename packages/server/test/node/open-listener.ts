import type { Fetch } from "@knowledge-base/server";
import { type Listener, type ListenOptions, listen } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";
import { frozen } from "../open-server.ts";

/** A listener in front of a `fetch`, which is cut when the test is over. Its clock stands still. */
export async function openListener(fetch: Fetch, options: ListenOptions = {}): Promise<Listener> {
  const clock = { now: () => Date.parse(frozen) };
  const listener = await listen({ fetch, baseUrl: "https://knowledge-base.test", clock }, options);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}
