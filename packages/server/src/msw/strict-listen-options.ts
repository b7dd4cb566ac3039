import { isCommonAssetRequest } from "msw";
import { fetchFailure } from "./fetch-failure.ts";

/** What `listen` and `start` of msw take, whichever its version. */
export interface StrictListenOptions {
  /** Refuses a request that no handler answers, for msw 2. */
  readonly onUnhandledRequest: (request: Request, print: { readonly error: () => void }) => void;
  /** Refuses a request that no handler answers, for msw 3, which calls requests and WebSockets frames. */
  readonly onUnhandledFrame: (unhandled: {
    readonly frame: { readonly data: unknown };
    readonly defaults: { readonly error: () => unknown };
  }) => Promise<void>;
}

/**
 * Options with which msw turns every request that no handler answers into an error, so that none reaches a network
 * unnoticed: `fetch` rejects, or in a page is answered with status 500, and the console says why.
 *
 * What a page asks of its own origin in order to be shown passes: documents, and files such as scripts, stylesheets and
 * images, which msw tells by their endings.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
 * import { setupServer } from "msw/node";
 *
 * const interception = setupServer(...createHandlers(createReferenceServer()));
 * interception.listen(strictListenOptions); // in a page: await worker.start(strictListenOptions)
 * interception.close();
 * ```
 */
export const strictListenOptions: StrictListenOptions = {
  onUnhandledRequest(request, print) {
    if (isPartOfPage(request)) return;
    print.error();
    throw refusal(request); // print.error throws before msw 2.13
  },
  async onUnhandledFrame({ frame, defaults }) {
    const { request } = frame.data as { readonly request?: Request };
    if (request && isPartOfPage(request)) return;
    await defaults.error();
    throw refusal(request);
  },
};

function isPartOfPage(request: Request): boolean {
  if (new URL(request.url).origin !== globalThis.location?.origin) return false;
  return isCommonAssetRequest(request) || Boolean(request.headers.get("accept")?.includes("text/html"));
}

function refusal(request?: Request): Error {
  const what = request ? `${request.method} ${request.url.replace(/[?#].*/, "")}` : "a WebSocket connection";
  return fetchFailure("ERR_MSW_UNHANDLED", `Refused ${what}: no handler answers it, and no network is asked.`);
}
