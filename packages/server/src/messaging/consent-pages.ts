import { escapeXml } from "@knowledge-base/internal/escaping";
import { messageOf } from "@knowledge-base/internal/texts";
import * as z from "zod/mini";
import { isControlError } from "../basics/control-error.ts";
import { strictObjectSchema } from "../basics/object-schema.ts";
import { choices } from "../basics/specification-choices.ts";
import type { Actions, AsyncAction } from "../control/action.ts";
import { isSameOrigin } from "../http/base-url.ts";
import { HttpError } from "../http/endpoint.ts";
import {
  createOptionsResponse,
  type HttpRequest,
  type HttpResponse,
  hasMediaType,
  type RequestBody,
  type RequestHandler,
  withoutHead,
} from "../http/message.ts";
import { type OAuthControl, oauthActions, withUndecided } from "./oauth-control.ts";

export interface AuthorizationReview {
  /** The state of the authorization URL, unchanged. */
  readonly state: string;
  /** Name of the brain; its id if the name is blank. */
  readonly brainName: string;
  /** Name of the organization; its id if the name is blank. */
  readonly organizationName: string;
  /** An ISO 8601 timestamp. */
  readonly expiresAt: string;
}

// Returns the contents of the consent page, if the authorization is undecided. It isn't a control.
const review: AsyncAction<{ readonly authorizationUrl: string }, AuthorizationReview> = {
  summary: "Show an authorization",
  parameter: "authorizationUrl",
  isAsync: true,
  input: strictObjectSchema({ authorizationUrl: z.string() }),
  run: ({ authorizationUrl }, context) =>
    withUndecided(authorizationUrl, context, ({ oauthState, brain, organization, authorization }) => ({
      state: oauthState,
      brainName: displayName(brain),
      organizationName: displayName(organization.record),
      expiresAt: authorization.expiresAt,
    })),
};

function displayName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name.trim() === "" ? id : name;
}

// Text that can be inserted into an HTML document as it is.
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[];

function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1] ?? "") + part));
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  return typeof value === "string" ? escapeXml(value) : value.map(({ text }) => text).join("");
}

const style = new Html(`
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
main { max-width: 30rem; margin: 10vh auto; overflow-wrap: anywhere }
input, button { box-sizing: border-box; min-height: 2.75rem; padding: .5rem 1rem; font: inherit }
input { display: block; width: 100% }
.buttons { display: flex; gap: .75rem; margin: 1.5rem 0 }
`);

function document(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`.text;
}

// Isolates inserted text, so that right-to-left letters don't reorder the surrounding text.
function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

function consentPage({ brainName, organizationName, expiresAt, state }: AuthorizationReview): string {
  return document(
    "Connect a brain to your workspace",
    html`<h1>Connect ${isolated(brainName)} to your workspace?</h1>
<p>${isolated(organizationName)} asks to add its bot to your workspace, so that the brain ${isolated(brainName)} can notify the channels there.</p>
<form method="post" action="?">
<input type="hidden" name="state" value="${state}">
<label>Name of your workspace <input name="teamName" value="Workspace" maxlength="80" required dir="auto" autocomplete="off"></label>
<div class="buttons">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<footer><p>This page simulates the messaging platform. You can enter any name.</p>
<p>Valid until <time datetime="${expiresAt}">${expiresAt}</time></p></footer>`,
  );
}

// Writes the page to which the browser is redirected if the organization has no redirect URL.
function callbackPage(query: URLSearchParams): string {
  const title = query.has("error") ? "Authorization denied" : "Authorization approved";
  const shown = ["code", "error", "state"].filter((field) => query.has(field));
  return document(
    title,
    html`<h1>${title}</h1>
<p>An application receives these values at its redirect URL${query.has("code") ? ", and confirms the connection with them" : ""}.</p>
<dl>
${shown.map((field) => html`<dt>${field}</dt><dd>${query.get(field) ?? ""}</dd>\n`)}</dl>
<footer><p>To redirect the browser to an application instead of this page, set the <code>redirectUrl</code> of the organization.</p></footer>`,
  );
}

// Writes the page that explains why an authorization can't continue: the code of a control or a status, and the message.
function problemPage(code: string, message: string): string {
  const title = "Authorization cannot continue";
  return document(
    title,
    html`<h1>${title}</h1>
<p>${isolated(message)}</p>
<p><code>${code}</code></p>`,
  );
}

const htmlHeaders = {
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-store",
  // No form-action: browsers also apply it to the redirect after the form, which leads to any application.
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  // With no-referrer the form would be sent with `Origin: null`.
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

// What the pages do to authorizations.
interface ConsentMethods extends Pick<OAuthControl, "approve" | "deny"> {
  readonly review: (authorizationUrl: string) => Promise<AuthorizationReview>;
}

export const consentActions: Actions<ConsentMethods> = {
  approve: oauthActions.approve,
  deny: oauthActions.deny,
  review,
};

async function showConsent({ origin, path, query }: HttpRequest, { review }: ConsentMethods): Promise<HttpResponse> {
  return htmlResponse(200, consentPage(await review(`${origin}${path}?${query}`)));
}

async function submitDecision(request: HttpRequest, { approve, deny }: ConsentMethods): Promise<HttpResponse> {
  const { isApproved, states, teamName } = readDecision(request, await request.body);
  const fields = new URLSearchParams(states.map((state) => ["state", state]));
  const authorizationUrl = `${request.origin}${request.path}?${fields}`;
  const { callbackUrl } = await (isApproved ? approve({ authorizationUrl, teamName }) : deny({ authorizationUrl }));
  return { status: 303, headers: { ...htmlHeaders, location: callbackUrl }, body: "" };
}

async function showCallback({ query }: HttpRequest): Promise<HttpResponse> {
  const fields = new URLSearchParams(query);
  if (fields.has("code") || fields.has("error")) return htmlResponse(200, callbackPage(fields));
  throw new HttpError(400, "This page shows the code or the error of a callback, but the URL has neither.");
}

/** The pages, with their paths below the base URL. */
export const consentRoutes = [
  { method: "GET", path: choices.authorizePath, handle: showConsent },
  { method: "POST", path: choices.authorizePath, handle: submitDecision },
  { method: "GET", path: choices.callbackPath, handle: showCallback },
] as const;

/** Returns a function that finds the handler of a request for one of these pages. */
export function createConsentHandlers(basePath: string, actions: ConsentMethods) {
  const routesByPath = Map.groupBy(consentRoutes, ({ path }) => basePath + path);
  return ({ method, path, rejection }: HttpRequest): RequestHandler | undefined => {
    const routes = routesByPath.get(path);
    if (!routes || rejection) return undefined;
    if (method === "OPTIONS") return async () => createOptionsResponse(routes.map((route) => route.method));
    const route = routes.find((each) => each.method === withoutHead(method));
    return route && ((request) => route.handle(request, actions).catch(toProblemResponse));
  };
}

function readDecision(request: HttpRequest, { text, isTooLarge }: RequestBody) {
  if (!isSentByConsentPage(request))
    throw new HttpError(403, "The decision was sent by a page of another site. Decide on this page.");
  if (!hasMediaType(request.headers["content-type"], "application/x-www-form-urlencoded"))
    throw new HttpError(415, "Content-Type must be application/x-www-form-urlencoded.");
  if (isTooLarge) throw new HttpError(413, `The form exceeds ${choices.maxBodyBytes} bytes.`);
  const form = new URLSearchParams(text);
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "deny")
    throw new HttpError(400, "The field decision must be approve or deny.");
  const teamName = form.get("teamName")?.trim();
  // The consent page sends one state. Several are rejected with the authorization URL.
  return { isApproved: decision === "approve", states: form.getAll("state"), teamName: teamName || undefined };
}

// Returns whether a form was sent by the consent page itself, or by a program. Browsers send `Sec-Fetch-Site: none` if the user has entered
// the URL. Controls allow that, but nobody can send a form in this way.
function isSentByConsentPage({ headers, origin }: HttpRequest): boolean {
  const isFromBrowser = headers["sec-fetch-site"] !== undefined || headers["origin"] !== undefined;
  return !isFromBrowser || isSameOrigin(headers, origin, headers["host"]);
}

function htmlResponse(status: number, body: string): HttpResponse {
  return { status, headers: htmlHeaders, body };
}

function toProblemResponse(error: unknown): HttpResponse {
  if (isControlError(error))
    return htmlResponse(error.code === "not_found" ? 404 : 400, problemPage(error.code, error.message));
  const { status, message } = error instanceof HttpError ? error : new HttpError(500, messageOf(error));
  return htmlResponse(status, problemPage(String(status), message));
}
