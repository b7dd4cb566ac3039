import { choices } from "../../choices.ts";
import { ControlError } from "../../control/control-error.ts";
import type { AuthorizationReview, OAuthControl } from "../../control/oauth.ts";
import type { HttpRequest, HttpResponse } from "../http-message.ts";
import { PageRefusal } from "./page-refusal.ts";
import { consentPage, donePage, refusedPage } from "./pages.ts";
import { readDecision } from "./read-decision.ts";

/** What the pages of the platform need of a server. */
export interface PlatformOptions {
  readonly basePath: string;
  readonly oauth: Pick<OAuthControl, "approve" | "deny">;
  readonly review: (authorizationUrl: string) => Promise<AuthorizationReview>;
}

/** Answers requests for the pages of the messaging platform, and leaves all others alone. */
export type Platform = (request: HttpRequest) => Promise<HttpResponse> | undefined;

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  // Without form-action: browsers hold it against the redirect that follows the form, to wherever the application is.
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  // With no-referrer the form would be sent with `Origin: null`.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Makes the pages on which a user approves or denies what `oauth.start` began. */
export function createPlatform({ basePath, oauth, review }: PlatformOptions): Platform {
  const authorizePath = basePath + choices.authorizePath;

  async function consent({ origin, query }: HttpRequest): Promise<HttpResponse> {
    return page(200, consentPage(await review(`${origin}${authorizePath}?${query}`)));
  }

  async function decide(request: HttpRequest): Promise<HttpResponse> {
    const { approves, states, teamName } = readDecision(request);
    const fields = new URLSearchParams(states.map((state) => ["state", state]));
    const authorizationUrl = `${request.origin}${authorizePath}?${fields}`;
    const { callbackUrl } = await (approves
      ? oauth.approve({ authorizationUrl, teamName })
      : oauth.deny({ authorizationUrl }));
    return { status: 303, headers: { ...pageHeaders, location: callbackUrl }, body: "" };
  }

  async function done({ query }: HttpRequest): Promise<HttpResponse> {
    const fields = new URLSearchParams(query);
    if (fields.has("code") || fields.has("error")) return page(200, donePage(fields));
    throw new PageRefusal(
      400,
      "no_callback",
      "This page shows the code or the error of a callback, and there is none.",
    );
  }

  const pages: Readonly<Record<string, (request: HttpRequest) => Promise<HttpResponse>>> = {
    [`GET ${authorizePath}`]: consent,
    [`POST ${authorizePath}`]: decide,
    [`GET ${basePath}${choices.authorizedPath}`]: done,
  };

  return (request) => {
    const { method, path } = request;
    const isHead = method === "HEAD";
    const answer = pages[`${isHead ? "GET" : method} ${path}`];
    if (!answer) return undefined;
    const answered = answer(request).catch(refused);
    return isHead ? answered.then(headOf) : answered;
  };
}

function page(status: number, body: string): HttpResponse {
  return { status, headers: pageHeaders, body };
}

function refused(error: unknown): HttpResponse {
  if (error instanceof PageRefusal) return page(error.status, refusedPage(error));
  if (error instanceof ControlError) return page(error.code === "not_found" ? 404 : 400, refusedPage(error));
  return page(500, refusedPage({ code: "failure", message: error instanceof Error ? error.message : String(error) }));
}

function headOf({ status, headers, body }: HttpResponse): HttpResponse {
  const length = new TextEncoder().encode(body).length;
  return { status, headers: { ...headers, "content-length": String(length) }, body: "" };
}
