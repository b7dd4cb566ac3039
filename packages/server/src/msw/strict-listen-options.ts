import { isCommonAssetRequest } from "msw";
import { createFetchError } from "./fetch-error.ts";

/** Options for `listen` and `start` of any msw version. */
export interface StrictListenOptions {
  /** Rejects a request that no handler matches, in msw 2. */
  readonly onUnhandledRequest: (request: Request, print: { readonly error: () => void }) => void;
  /** Rejects a request or WebSocket connection that no handler matches, in msw 3, which calls both of them frames. */
  readonly onUnhandledFrame: (unhandled: {
    readonly frame: { readonly data: unknown };
    readonly defaults: { readonly error: () => unknown };
  }) => Promise<void>;
}

/**
 * Options with which every request that no handler matches fails instead of reaching the network. `fetch` rejects in Node
 * and returns a response with status 500 in a page, and msw prints the reason to the console.
 *
 * A page can still load documents and assets from its own origin. msw recognizes assets, such as scripts, stylesheets and
 * images, by their file extensions.
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
    if (isPageLoad(request)) return;
    print.error();
    throw createUnhandledError(request); // print.error throws before msw 2.13
  },
  async onUnhandledFrame({ frame, defaults }) {
    const { request } = frame.data as { readonly request?: Request };
    if (request && isPageLoad(request)) return;
    await defaults.error();
    throw createUnhandledError(request);
  },
};

function isPageLoad(request: Request): boolean {
  if (new URL(request.url).origin !== globalThis.location?.origin) return false;
  return isCommonAssetRequest(request) || Boolean(request.headers.get("accept")?.includes("text/html"));
}

function createUnhandledError(request?: Request): Error {
  const target = request ? `${request.method} ${request.url.replace(/[?#].*/, "")}` : "a WebSocket connection";
  return createFetchError(
    "ERR_MSW_UNHANDLED",
    `Refused ${target}: no handler matches it, and network access is not allowed.`,
  );
}
