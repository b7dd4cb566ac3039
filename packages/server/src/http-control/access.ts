import { isEqualInConstantTime } from "@knowledge-base/internal";
import type { HttpControlError } from "./http-control-error.ts";

/** Who may use the controls. */
export interface ControlAccess {
  /** Token that requests must contain; undefined if they need none. */
  readonly token: string | undefined;
  /** Whether the inspector may use the controls: no other page in a browser may. */
  readonly inspector: boolean;
}

/** The reason why a request may not use the controls. */
export interface AccessProblem {
  readonly code: Extract<HttpControlError["code"], "forbidden" | "unauthorized">;
  readonly cause: string;
}

/** Returns the reason why a request may not use the controls; undefined if it may. */
export function findAccessProblem(request: Request, { token, inspector }: ControlAccess): AccessProblem | undefined {
  const isPage = isFromPage(request.headers);
  if (isPage && !(inspector && isSameOrigin(request))) {
    return { code: "forbidden", cause: "pages in a browser cannot call controls. Call them from a program" };
  }
  if (token === undefined) return isPage ? findHostProblem(request) : undefined;
  const authorization = request.headers.get("authorization");
  if (hasToken(authorization, token)) return undefined;
  const problem = authorization === null ? "the token is missing" : "the token is wrong";
  return {
    code: "unauthorized",
    cause: `${problem}. Send the token with which the server was started: in the header Authorization: Bearer TOKEN, or with connect(url, { token })`,
  };
}

/** The name of any other host could be that of a website whose name server names this machine (DNS rebinding). */
function findHostProblem({ url }: Request): AccessProblem | undefined {
  const { hostname } = new URL(url);
  if (/^(?:(?:.+\.)?localhost|127\.[\d.]+|\[::1\])$/.test(hostname)) return undefined;
  return {
    code: "forbidden",
    cause:
      "without a token, the inspector is only available under localhost or a loopback address. Start the server with the option token (the flag --control-token)",
  };
}

/** Browsers send `Origin` or, to hosts that they trust, `Sec-Fetch-Site` with the requests of a page. */
function isFromPage(headers: Headers): boolean {
  return headers.has("origin") || (headers.get("sec-fetch-site") ?? "none") !== "none";
}

/**
 * Behind a proxy, the server may not know its own origin, so the comparison that the browser reports takes precedence. A page
 * without it is compared by its host.
 */
function isSameOrigin({ headers, url }: Request): boolean {
  const site = headers.get("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const origin = headers.get("origin");
  return origin !== null && URL.canParse(origin) && new URL(origin).host === new URL(url).host;
}

function hasToken(authorization: string | null, token: string): boolean {
  const [, sent = ""] = /^bearer +(\S+) *$/i.exec(authorization ?? "") ?? [];
  return isEqualInConstantTime(sent, token);
}
