import { listen as listenOn } from "@knowledge-base/server/node";

/** A socket with an HTTP server. */
export interface Listening extends AsyncDisposable {
  /** Base URL, without a trailing slash. */
  readonly url: string;
}

/** Listens on a free port of this machine until it is disposed. */
export async function listen(
  response: (request: Request) => Promise<Response>,
  baseUrl = "https://knowledge-base.test",
): Promise<Listening> {
  const fetch = (input: unknown) =>
    input instanceof Request ? response(input) : Promise.reject(new TypeError("There is no Request"));
  const { url, close } = await listenOn({ fetch, baseUrl });
  return { url, [Symbol.asyncDispose]: () => close({ timeout: 0 }) };
}
