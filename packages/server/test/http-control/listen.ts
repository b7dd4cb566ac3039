import { listen as listenOn } from "@knowledge-base/server/node";

/** Listens on a free port of this machine until it is disposed. Its base URL has no trailing slash. */
export async function listen(
  response: (request: Request) => Promise<Response>,
  baseUrl = "https://knowledge-base.test",
): Promise<AsyncDisposable & { readonly url: string }> {
  const fetch = (input: unknown) =>
    input instanceof Request ? response(input) : Promise.reject(new TypeError("There is no Request"));
  const { url, close } = await listenOn({ fetch, baseUrl });
  return { url, [Symbol.asyncDispose]: () => close({ timeout: 0 }) };
}
