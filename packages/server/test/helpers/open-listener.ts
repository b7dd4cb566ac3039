import { withControl } from "@knowledge-base/server/control";
import { type Listener, listen } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";
import { openServer } from "./open-server.ts";

type ListenOptions = Parameters<typeof listen>[1];

/** Opens a listener that calls a function for each request. It is closed when the test has finished. */
export async function openListener(respond: (request: Request) => Promise<Response>): Promise<Listener> {
  const fetch = (input: unknown) =>
    input instanceof Request ? respond(input) : Promise.reject(new TypeError("There is no Request"));
  const listener = await listen({ fetch, baseUrl: "https://knowledge-base.test" });
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}

/** Opens a listener in front of a reference server with its controls. It is closed when the test has finished. */
export async function openServerListener(options?: ListenOptions, server = openServer()): Promise<Listener> {
  const listener = await listen({ ...server, fetch: withControl(server) }, options);
  onTestFinished(() => listener.close({ timeout: 0 }));
  return listener;
}

/** Responds with the request. */
export async function echo(request: Request): Promise<Response> {
  const { method, url, headers } = request;
  return Response.json({ method, url, headers: [...headers], body: await request.text() });
}
