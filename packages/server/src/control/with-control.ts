import type { InspectorFile } from "@knowledge-base/inspector";
import { booleanRule, checkOptions, failTo, type OptionRules, secretRule } from "@knowledge-base/internal/options";
import { readServerUrl } from "../http/base-url.ts";
import type { Fetch } from "../http/fetch.ts";
import { isRequest, toRequest } from "../http/fetch-request.ts";
import { withoutHead } from "../http/message.ts";
import { findCore } from "../reference-server/core.ts";
import type { ReferenceServer } from "../reference-server/reference-server.ts";
import { handleControlRequest } from "./http-dispatch.ts";

/**
 * Options of {@link withControl}.
 *
 * @example
 * ```ts
 * import { createReferenceServer } from "@knowledge-base/server";
 * import { withControl } from "@knowledge-base/server/control";
 *
 * const fetch = withControl(createReferenceServer(), { token: "control-token", inspector: true });
 * ```
 *
 * @see [Run the server](../../../../docs/guides/run-the-server.md#look-inside)
 */
export interface ControlOptions {
  /**
   * Token of visible ASCII characters that requests to the controls must contain, in the header
   * `Authorization: Bearer TOKEN`. The response to any other request has status 401.
   *
   * @default no token: everyone who can reach the server can call its controls
   */
  readonly token?: string | undefined;
  /**
   * Whether to serve the inspector, a page that shows and controls the server, under `/_inspector/`. A browser that opens the
   * base URL is redirected there. If there is a token, the page needs it: open `/_inspector/#token=TOKEN`, or enter it in the
   * page. Without one, the page must be opened under localhost or a loopback address.
   *
   * @default false
   */
  readonly inspector?: boolean | undefined;
}

const optionRules: OptionRules<ControlOptions> = { token: secretRule, inspector: booleanRule };

/**
 * Returns a `fetch` that handles `GET /_health` and the controls below `/_control/`, and passes all other requests to the
 * server. Use it to let other programs control the server. Controls need no API key, so listen only on a loopback address,
 * or set a token. Requests from pages in a browser are rejected, unless the inspector sends them. A state that is seeded or
 * restored may have up to 64 MiB.
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
export function withControl(server: ReferenceServer, options: ControlOptions = {}): ReferenceServer["fetch"] {
  checkOptions(failTo("add the controls"), options, optionRules);
  const { token, inspector = false } = options;
  const { path: basePath } = readServerUrl("add the controls", server);
  const root = `${basePath}/_control`;
  const inspectorPath = `${basePath}/_inspector`;

  function handleControl(request: Request, path: string): Promise<Response> {
    return handleControlRequest(server, request, path.slice(root.length + 1), { token, inspector });
  }
  async function openInspector(request: Request, path: string): Promise<Response> {
    // Browsers accept HTML when they open a page.
    if (!isRead(request) || !/\btext\/html\b/i.test(request.headers.get("accept") ?? "")) return server.fetch(request);
    // Relative, because a proxy may serve the inspector below a path that it removes from requests.
    const location = path === basePath ? `${inspectorPath}/` : "_inspector/";
    return new Response(null, { status: 302, headers: { location, vary: "accept" } });
  }
  const isBelow = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);
  return addHandlers({ ...server, fetch: withHealthCheck(server) }, (path) => {
    // A listener passes the path as it was sent. The URL of a `Request` would have no dot segments, and so another path.
    if (dotSegment.test(path)) return undefined;
    if (isBelow(root, path)) return handleControl;
    if (!inspector) return undefined;
    if (path.startsWith(`${inspectorPath}/`))
      return (request) => createInspectorResponse(request, path.slice(inspectorPath.length + 1));
    return [inspectorPath, basePath, `${basePath}/`].includes(path) ? openInspector : undefined;
  });
}

/** Returns a `fetch` that handles `GET /_health`, and passes all other requests to the server. */
export function withHealthCheck(server: ReferenceServer): ReferenceServer["fetch"] {
  const health = `${readServerUrl("add a health check", server).path}/_health`;
  async function handleHealth(request: Request): Promise<Response> {
    if (!isRead(request)) return server.fetch(request);
    const headers = { "cache-control": "no-store", "content-type": "application/json" };
    return new Response(request.method === "HEAD" ? null : JSON.stringify({ status: "ok" }), { headers });
  }
  return addHandlers(server, (path) => (path === health ? handleHealth : undefined));
}

const isRead = ({ method }: Request) => withoutHead(method) === "GET";

// A segment that a URL resolves.
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

type Handle = (request: Request, path: string) => Promise<Response>;

// Returns a `fetch` that handles the requests to some paths, and passes all others on.
function addHandlers(server: ReferenceServer, find: (path: string) => Handle | undefined): Fetch {
  const fetch: Fetch = async (input, init) => {
    const { pathname } = new URL(isRequest(input) ? input.url : input);
    const handle = find(pathname);
    return handle ? handle(toRequest(input, init), pathname) : server.fetch(input, init);
  };
  const handlersByFetch = findCore(server)?.handlersByFetch;
  // Read for each request, because a test may replace `server.fetch` by a spy later.
  handlersByFetch?.set(fetch, (path) => (find(path) ? undefined : handlersByFetch.get(server.fetch)?.(path)));
  return fetch;
}

// Nothing but the files of the inspector itself is loaded, and no other page can show it.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html",
].join("; ");

const headers = {
  "cache-control": "no-cache",
  "content-security-policy": policy,
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
};

async function createInspectorResponse(request: Request, path: string): Promise<Response> {
  const { files } = await import("@knowledge-base/inspector");
  const known = new Map<string, InspectorFile>(Object.entries(await files()));
  const file = known.get(path === "" ? "index.html" : path);
  const type = { "content-type": file?.type ?? "text/plain; charset=utf-8" };
  if (!file) return new Response("The inspector has no such file.", { status: 404, headers: { ...headers, ...type } });
  if (!isRead(request)) {
    const status = request.method === "OPTIONS" ? 200 : 405;
    return new Response("The inspector is read with GET.", { status, headers: { ...headers, allow: "GET, HEAD" } });
  }
  return new Response(request.method === "HEAD" ? null : readFile(file), { headers: { ...headers, ...type } });
}

function readFile({ gzip }: InspectorFile): ReadableStream {
  const compressed = new Blob([Uint8Array.from(atob(gzip), (character) => character.charCodeAt(0))]).stream();
  return compressed.pipeThrough(new DecompressionStream("gzip"));
}
