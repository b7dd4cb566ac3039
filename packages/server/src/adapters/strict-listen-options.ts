/**
 * Options with which msw turns every request that no handler answers into an error, so that none reaches a network
 * unnoticed: `fetch` rejects, or in a page is answered with status 500, and the console says why. msw 2 reads the first
 * of the two and msw 3 the second. Requests for files, such as images and stylesheets, pass with all of its versions.
 *
 * They are for tests. The worker of msw 3 is asked for navigations, too, and a page that is loaded again would show an
 * error. In a page that people use, let one more handler take all of the service's address, and let the rest pass.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
 * import { setupServer } from "msw/node";
 *
 * const interception = setupServer(...createHandlers(createReferenceServer()));
 * interception.listen(strictListenOptions); // in a test of a page: await worker.start(strictListenOptions)
 * interception.close();
 * ```
 */
export const strictListenOptions = { onUnhandledRequest: "error", onUnhandledFrame: "error" } as const;
