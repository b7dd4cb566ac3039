import { messageOf } from "@knowledge-base/internal";
import { choices } from "../basics/choices.ts";
import { ControlError } from "../basics/control-error.ts";
import { parseUrl } from "../http/base-url.ts";
import {
  createOptionsResponse,
  type HttpRequest,
  type HttpResponse,
  type RequestBody,
  type RequestHandler,
} from "../http/message.ts";
import { HttpError } from "../http/served-operation.ts";
import { type AuthorizationReview, callbackPage, consentPage, problemPage } from "./consent-pages.ts";
import type { OAuthControl } from "./oauth-control.ts";

export interface ConsentHandlersOptions {
  readonly basePath: string;
  readonly oauth: Pick<OAuthControl, "approve" | "deny">;
  readonly review: (authorizationUrl: string) => Promise<AuthorizationReview>;
}

/** Returns the handler of requests for a consent page; undefined for all others. */
export type FindConsentPage = (request: HttpRequest) => RequestHandler | undefined;

const htmlHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  // No form-action: browsers also apply it to the redirect after the form, which leads to any application.
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  // With no-referrer the form would be sent with `Origin: null`.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

export function createConsentHandlers({ basePath, oauth, review }: ConsentHandlersOptions): FindConsentPage {
  const authorizePath = basePath + choices.authorizePath;

  async function showConsent({ origin, query }: HttpRequest): Promise<HttpResponse> {
    return htmlResponse(200, consentPage(await review(`${origin}${authorizePath}?${query}`)));
  }

  async function submitDecision(request: HttpRequest): Promise<HttpResponse> {
    const { isApproved, states, teamName } = readDecision(request, await request.body);
    const fields = new URLSearchParams(states.map((state) => ["state", state]));
    const authorizationUrl = `${request.origin}${authorizePath}?${fields}`;
    const { callbackUrl } = await (isApproved
      ? oauth.approve({ authorizationUrl, teamName })
      : oauth.deny({ authorizationUrl }));
    return { status: 303, headers: { ...htmlHeaders, location: callbackUrl }, body: "" };
  }

  async function showCallback({ query }: HttpRequest): Promise<HttpResponse> {
    const fields = new URLSearchParams(query);
    if (fields.has("code") || fields.has("error")) return htmlResponse(200, callbackPage(fields));
    throw new HttpError(400, "This page shows the code or the error of a callback, but the URL has neither.");
  }

  const handlers = new Map<string, Readonly<Record<string, RequestHandler>>>([
    [authorizePath, { GET: showConsent, POST: submitDecision }],
    [basePath + choices.callbackPath, { GET: showCallback }],
  ]);

  return ({ method, path, rejection }) => {
    const methods = handlers.get(path);
    if (!methods || rejection) return undefined;
    if (method === "OPTIONS") return async () => createOptionsResponse(Object.keys(methods));
    const name = method === "HEAD" ? "GET" : method;
    const handle = Object.hasOwn(methods, name) && methods[name];
    return handle ? (request) => handle(request).catch(toProblemResponse) : undefined;
  };
}

function readDecision(request: HttpRequest, { text, isTooLarge }: RequestBody) {
  if (!isSentByConsentPage(request)) {
    throw new HttpError(403, "The decision was sent by a page of another site. Decide on this page.");
  }
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.headers["content-type"] ?? "")) {
    throw new HttpError(415, "Content-Type must be application/x-www-form-urlencoded.");
  }
  if (isTooLarge) {
    throw new HttpError(413, `The form exceeds ${choices.maxBodyBytes} bytes.`);
  }
  const form = new URLSearchParams(text);
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "deny") {
    throw new HttpError(400, "The field decision must be approve or deny.");
  }
  const teamName = form.get("teamName")?.trim();
  // A form of the consent page has one state.
  return { isApproved: decision === "approve", states: form.getAll("state"), teamName: teamName || undefined };
}

// Checks that a form was sent by the consent page itself, or by a program. Behind a proxy or under another host name, the server
// may not know its own origin, so the comparison that the browser reports takes precedence.
function isSentByConsentPage({ headers, origin }: HttpRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin";
  const sender = headers["origin"];
  if (sender === undefined || sender === origin) return true;
  const url = parseUrl(sender);
  return url !== undefined && url.host === headers["host"];
}

function htmlResponse(status: number, body: string): HttpResponse {
  return { status, headers: htmlHeaders, body };
}

function toProblemResponse(error: unknown): HttpResponse {
  if (error instanceof ControlError) {
    return htmlResponse(error.code === "not_found" ? 404 : 400, problemPage(error.code, error.message));
  }
  const { status, message } = error instanceof HttpError ? error : new HttpError(500, messageOf(error));
  return htmlResponse(status, problemPage(String(status), message));
}
