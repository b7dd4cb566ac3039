import type { Fetch } from "@knowledge-base/server";
import { listen as listenOn } from "@knowledge-base/server/node";

/** A socket on which something answers. */
export interface Listening extends AsyncDisposable {
  /** Base URL, without a slash at its end. */
  readonly url: string;
}

/** Answers on a free port of this machine until it is disposed. */
export async function listen(
  answer: (url: string, init: RequestInit | undefined) => Promise<Response>,
  baseUrl = "https://knowledge-base.test",
): Promise<Listening> {
  const fetch: Fetch = (input, init) =>
    answer(typeof input === "object" && "url" in input ? input.url : input.toString(), init);
  const { url, close } = await listenOn({ fetch, baseUrl });
  return { url, [Symbol.asyncDispose]: () => close({ timeout: 0 }) };
}
