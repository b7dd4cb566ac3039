import { type Listener, type ListenOptions, listen } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";
import { frozenTime, openServer } from "../open-server.ts";

/** Responds to a request. */
export type Respond = (request: Request) => Promise<Response>;

/** Opens a listener that calls a function for each request. It is closed when the test has finished. Its clock is frozen, and every host is allowed. */
export async function openListener(respond: Respond, options: ListenOptions = {}): Promise<Listener> {
  const clock = { now: () => Date.parse(frozenTime) };
  const fetch = (input: unknown) =>
    input instanceof Request ? respond(input) : Promise.reject(new TypeError("There is no Request"));
  const listener = await listen(
    { fetch, baseUrl: "https://knowledge-base.test", clock },
    { allowedHosts: ["*"], ...options },
  );
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}

/** Opens a listener in front of a reference server that allows every host. It is closed when the test has finished. */
export async function openServerListener(options: ListenOptions = {}, server = openServer()): Promise<Listener> {
  const listener = await listen(server, { allowedHosts: ["*"], ...options });
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}
