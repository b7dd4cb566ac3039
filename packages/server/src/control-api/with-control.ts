import type { OptionRules } from "@knowledge-base/types/internal";
import { attachBodyRules, findBodyRules } from "../adapters/body-rules.ts";
import { checkServer } from "../adapters/check-server.ts";
import { attachDirectHandler, findDirectHandler } from "../adapters/direct-handler.ts";
import type { Fetch } from "../adapters/fetch.ts";
import { isRequest, toRequest } from "../adapters/fetch.ts";
import { findOptionsError } from "../find-options-error.ts";
import type { ReferenceServer } from "../reference-server.ts";
import { secretRule } from "../secret-rule.ts";
import { findControlBodyRules, handleControlRequest } from "./handle-control-request.ts";

/** Options of {@link withControl}. */
export interface ControlOptions {
  /**
   * Token of visible ASCII characters that requests to the controls must contain, in the header
   * `Authorization: Bearer TOKEN`. The response to any other request has status 401.
   *
   * @default no token: whoever can reach the server can call its controls
   */
  readonly token?: string | undefined;
}

const optionRules: OptionRules<ControlOptions> = { token: secretRule };

/**
 * Returns a `fetch` that handles `GET /_health` and the controls below `/_control/`, and passes all other requests to the
 * server. Use it to let other programs control the server. Controls need no API key, so listen only on a loopback address,
 * or set a token. Requests from pages in a browser are rejected. A state that is seeded or restored may have up to 1 GiB.
 *
 * @throws TypeError if the server has no `fetch` or no `baseUrl`, or an option is unknown or has the wrong type
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { withControl } from "@knowledge-base/server/control";
 *
 * const server = createReferenceServer();
 * const fetch = withControl(server);
 * const response = await fetch(`${server.baseUrl}/_health`);
 * console.log(response.status); // 200
 * ```
 */
export function withControl(server: ReferenceServer, options: ControlOptions = {}): Fetch {
  const error = findOptionsError("serve the controls", options, optionRules);
  if (error) throw error;
  const { token } = options;
  const { path: basePath } = checkServer("serve the controls", server);
  const root = `${basePath}/_control`;
  const health = `${basePath}/_health`;
  const isControl = (path: string) => path === root || path.startsWith(`${root}/`);
  const fetch: Fetch = async (input, init) => {
    const { pathname } = new URL(isRequest(input) ? input.url : input);
    if (pathname === health) {
      const { method } = toRequest(input, init);
      if (method === "GET" || method === "HEAD") return createHealthResponse(method);
      if (method === "OPTIONS") return createOptionsResponse();
    }
    if (!isControl(pathname)) return server.fetch(input, init);
    const path = pathname.slice(root.length + 1);
    return handleControlRequest(server, { basePath, path, request: toRequest(input, init), token });
  };
  attachBodyRules(fetch, (path) =>
    isControl(path) ? findControlBodyRules(path.slice(root.length + 1)) : findBodyRules(server.fetch, path),
  );
  return attachDirectHandler(fetch, (path) =>
    path === health || isControl(path) ? undefined : findDirectHandler(server.fetch, path),
  );
}

function createOptionsResponse(): Response {
  return new Response("GET, HEAD", { headers: { allow: "GET, HEAD", "content-type": "text/plain; charset=utf-8" } });
}

function createHealthResponse(method: "GET" | "HEAD"): Response {
  const headers = { "cache-control": "no-store", "content-type": "application/json" };
  return new Response(method === "HEAD" ? null : JSON.stringify({ status: "ok" }), { headers });
}
