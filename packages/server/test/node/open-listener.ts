import { type Listener, type ListenOptions, listen } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";
import { frozen } from "../open-server.ts";

/** Answers a request. */
export type Answer = (request: Request) => Promise<Response>;

/** A listener in front of what answers its requests, which is cut when the test is over. Its clock stands still. */
export async function openListener(answer: Answer, options: ListenOptions = {}): Promise<Listener> {
  const clock = { now: () => Date.parse(frozen) };
  const fetch = (input: unknown) =>
    input instanceof Request ? answer(input) : Promise.reject(new TypeError("There is no Request"));
  const listener = await listen({ fetch, baseUrl: "https://knowledge-base.test", clock }, options);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}
