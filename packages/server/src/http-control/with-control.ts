import type { InspectorFile } from "@knowledge-base/inspector";
import { checkOptions, type OptionRules, secretRule } from "@knowledge-base/internal";
import { checkServer } from "../http/base-url.ts";
import { isRequest, toRequest } from "../http/fetch.ts";
import { attachDirectHandler, findDirectHandler } from "../http/message.ts";
import type { ReferenceServer } from "../organizations/reference-server.ts";
import { failTo } from "../state/control-error.ts";
import { handleControlRequest } from "./dispatch.ts";

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

const optionRules: OptionRules<ControlOptions> = {
  token: secretRule,
  inspector: { expected: "true or false", accepts: (value) => typeof value === "boolean" },
};

/**
 * Returns a `fetch` that handles `GET /_health` and the controls below `/_control/`, and passes all other requests to the
 * server. Use it to let other programs control the server. Controls need no API key, so listen only on a loopback address,
 * or set a token. Requests from pages in a browser are rejected, unless the inspector sends them. A state that is seeded or restored may have up to 64 MiB.
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
  checkOptions(failTo("serve the controls"), options, optionRules);
  const { token, inspector = false } = options;
  const { path: basePath } = checkServer("serve the controls", server);
  const root = `${basePath}/_control`;
  const fetchOthers = withHealth(server);
  const inspectorPath = `${basePath}/_inspector`;
  const isBelow = (folder: string, path: string) => path === folder || path.startsWith(`${folder}/`);
  const isOfInspector = (path: string) =>
    inspector && (isBelow(inspectorPath, path) || path === basePath || path === `${basePath}/`);
  const isOwn = (path: string) => isBelow(root, path) || isOfInspector(path);
  const fetch: ReferenceServer["fetch"] = async (input, init) => {
    const { pathname: path } = new URL(isRequest(input) ? input.url : input);
    if (!isOwn(path)) return fetchOthers(input, init);
    const request = toRequest(input, init);
    const { method } = request;
    if (isBelow(root, path)) {
      const access = { token, inspector };
      return handleControlRequest(server, { basePath, path: path.slice(root.length + 1), request, access });
    }
    if (path.startsWith(`${inspectorPath}/`)) {
      return createInspectorResponse(method, path.slice(inspectorPath.length + 1));
    }
    // Browsers accept HTML when they open a page.
    const isRead = method === "GET" || method === "HEAD";
    if (!isRead || !/\btext\/html\b/i.test(request.headers.get("accept") ?? "")) return server.fetch(request);
    return new Response(null, { status: 302, headers: { location: `${inspectorPath}/`, vary: "accept" } });
  };
  return attachDirectHandler(fetch, (path) =>
    isOwn(path) && !dotSegment.test(path) ? undefined : findDirectHandler(fetchOthers, path),
  );
}

/** Returns a `fetch` that handles `GET /_health`, and passes all other requests to the server. */
export function withHealth(server: ReferenceServer): ReferenceServer["fetch"] {
  const health = `${checkServer("serve the controls", server).path}/_health`;
  const fetch: ReferenceServer["fetch"] = async (input, init) => {
    const { pathname } = new URL(isRequest(input) ? input.url : input);
    const { method } = pathname === health ? toRequest(input, init) : {};
    return method === "GET" || method === "HEAD" ? createHealthResponse(method) : server.fetch(input, init);
  };
  return attachDirectHandler(fetch, (path) => (path === health ? undefined : findDirectHandler(server.fetch, path)));
}

/** A segment that the URL of a `Request` would resolve: such a path never names a control. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:\/|$)/i;

function createHealthResponse(method: "GET" | "HEAD"): Response {
  const headers = { "cache-control": "no-store", "content-type": "application/json" };
  return new Response(method === "HEAD" ? null : JSON.stringify({ status: "ok" }), { headers });
}

/** Nothing but the files of the inspector itself is loaded, and no other page can show it. */
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

/** Returns the response to a request to a path below `/_inspector/`. */
async function createInspectorResponse(method: string, path: string): Promise<Response> {
  const { files } = await import("@knowledge-base/inspector");
  const known = new Map<string, InspectorFile>(Object.entries(await files()));
  const file = known.get(path === "" ? "index.html" : path);
  if (!file) return createTextResponse(404, "The inspector has no such file.");
  if (method === "OPTIONS") return createTextResponse(200, "GET, HEAD", { allow: "GET, HEAD" });
  if (method !== "GET" && method !== "HEAD") {
    return createTextResponse(405, "The inspector is read with GET.", { allow: "GET, HEAD" });
  }
  return new Response(method === "HEAD" ? null : readFile(file), {
    headers: { ...headers, "content-type": file.type },
  });
}

/** Returns the content of a file, which is stored compressed. */
function readFile({ gzip }: InspectorFile): ReadableStream {
  const compressed = new Blob([Uint8Array.from(atob(gzip), (character) => character.charCodeAt(0))]).stream();
  return compressed.pipeThrough(new DecompressionStream("gzip"));
}

function createTextResponse(status: number, text: string, more: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { status, headers: { ...headers, ...more, "content-type": "text/plain; charset=utf-8" } });
}
