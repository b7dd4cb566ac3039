import { type ClientOptions, type Clock, KnowledgeBase } from "@knowledge-base/sdk";
import type { Fault, ReferenceServer } from "@knowledge-base/server";

/** A client of a server without delays between attempts and without a log. */
export function connect(
  { baseUrl, apiKey, fetch }: Pick<ReferenceServer, "baseUrl" | "apiKey" | "fetch">,
  options: ClientOptions = {},
): KnowledgeBase {
  return new KnowledgeBase({ baseUrl, apiKey, fetch, random: () => 0, logLevel: "off", ...options });
}

/** The page that the client archives. */
export const page = { brainId: "brain_tides", slug: "spring-tide" } as const;

const silent: readonly Fault["kind"][] = ["hang", "stalled_body", "latency"];

/** A clock with which the first attempt times out if a fault delays it, and no other attempt ever does. */
export function impatientOnce({ kind }: Fault): Clock {
  const patienceMs = silent.includes(kind) ? 500 : 20_000;
  let isFirst = true;
  return {
    now: () => Date.now(),
    after(delayMs, callback) {
      if (delayMs > 0 && !isFirst) return () => {};
      const timer = setTimeout(callback, delayMs > 0 ? patienceMs : 0);
      isFirst = false;
      return () => clearTimeout(timer);
    },
  };
}
