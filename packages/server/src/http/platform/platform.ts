import { choices } from "../../choices.ts";
import { ControlError } from "../../control/control-error.ts";
import type { OAuthControl } from "../../control/oauth/oauth-control.ts";
import type { ReviewedAuthorization } from "../../control/oauth/review-authorization.ts";
import type { HttpAnswer, HttpRequest } from "../message.ts";
import { consentPage, donePage, refusedPage } from "./pages.ts";

/** What the pages of the platform need of a server. */
export interface PlatformOptions {
  readonly basePath: string;
  readonly oauth: Pick<OAuthControl, "approve" | "deny">;
  readonly review: (authorizationUrl: string) => Promise<ReviewedAuthorization>;
}

/** Answers requests for the pages of the messaging platform, and leaves all others alone. */
export type Platform = (request: HttpRequest) => Promise<HttpAnswer> | undefined;

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** Makes the pages on which a user approves or denies what `oauth.start` began. */
export function createPlatform({ basePath, oauth, review }: PlatformOptions): Platform {
  const authorizePath = basePath + choices.authorizePath;

  async function consent(state: string, authorizationUrl: string): Promise<HttpAnswer> {
    return page(200, consentPage(await review(authorizationUrl), state));
  }

  async function decide(request: HttpRequest): Promise<HttpAnswer> {
    const { origin, body } = request;
    const sender = request.header("origin");
    if (sender !== null && sender !== origin) {
      return refused(403, new ControlError("conflict", "The decision came from a page of another origin."));
    }
    const form = new URLSearchParams(body);
    const authorizationUrl = urlOf(origin, form);
    const { callbackUrl } =
      form.get("decision") === "approve"
        ? await oauth.approve({ authorizationUrl, teamName: form.get("teamName") ?? undefined })
        : await oauth.deny({ authorizationUrl });
    return { status: 303, headers: { ...pageHeaders, location: callbackUrl }, body: "" };
  }

  function urlOf(origin: string, fields: URLSearchParams): string {
    return `${origin}${authorizePath}?${new URLSearchParams({ state: fields.get("state") ?? "" })}`;
  }

  async function answer(request: HttpRequest): Promise<HttpAnswer> {
    const query = new URLSearchParams(request.query);
    try {
      if (request.method === "POST") return await decide(request);
      return await consent(query.get("state") ?? "", urlOf(request.origin, query));
    } catch (error) {
      if (error instanceof ControlError) return refused(error.code === "not_found" ? 404 : 400, error);
      throw error;
    }
  }

  return (request) => {
    const { method, path, query } = request;
    if (path === authorizePath && (method === "GET" || method === "POST")) return answer(request);
    if (path === basePath + choices.authorizedPath && method === "GET") {
      return Promise.resolve(page(200, donePage(new URLSearchParams(query))));
    }
    return undefined;
  };
}

function page(status: number, body: string): HttpAnswer {
  return { status, headers: pageHeaders, body };
}

function refused(status: number, error: ControlError): HttpAnswer {
  return page(status, refusedPage(error));
}
