import type { AuthorizationReview } from "../../control/oauth.ts";
import { type Html, html } from "./html.ts";
import { style } from "./style.ts";

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

/** Text that somebody else chose. Wherever its letters run to, the text around it stays as it is. */
function name(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** The page on which a user approves or denies an authorization. */
export function consentPage({ brainName, organizationName, expiresAt, state }: AuthorizationReview): string {
  const [day = "", time = ""] = expiresAt.split("T");
  return document(
    "Connect a brain to your workspace",
    html`<h1>Connect ${name(brainName)} to your workspace?</h1>
<p>${name(organizationName)} asks to add its bot to your workspace, so that the brain ${name(brainName)} can notify the channels there.</p>
<form method="post" action="?">
<input type="hidden" name="state" value="${state}">
<label>Name of your workspace <input name="teamName" value="Workspace" maxlength="80" required dir="auto" autocomplete="off"></label>
<div class="buttons">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<footer><p>This page stands in for the messaging platform, so that any name will do.</p>
<p>Open until <time datetime="${expiresAt}">${day} ${time.slice(0, "hh:mm:ss".length)} UTC</time></p></footer>`,
  );
}

/** The page that a browser ends on when an organization has no redirect URL. */
export function donePage(query: URLSearchParams): string {
  const title = query.has("error") ? "Authorization denied" : "Authorization approved";
  const shown = ["code", "error", "state"].filter((field) => query.has(field));
  return document(
    title,
    html`<h1>${title}</h1>
<p>This is what the redirect URL of an application receives${query.has("code") ? ", and confirms the connection with" : ""}.</p>
<dl>
${shown.map((field) => html`<dt>${field}</dt><dd>${query.get(field) ?? ""}</dd>\n`)}</dl>
<footer><p>Give the organization a <code>redirectUrl</code> to have the browser sent to an application instead of here.</p></footer>`,
  );
}

/** Why a page cannot be shown, or a decision cannot be taken. */
export interface Refused {
  /** Why, for programs. */
  readonly code: string;
  readonly message: string;
}

const titles: Readonly<Record<string, string>> = {
  oauth_malformed_state: "This is no request to connect",
  oauth_tampered_state: "This request was changed on its way",
  oauth_expired_state: "This request has expired",
  oauth_used_state: "This request was answered already",
  not_found: "What this request was for is gone",
};

/** The page that says why an authorization cannot go on. */
export function refusedPage({ code, message }: Refused): string {
  const title = titles[code] ?? "This request cannot go on";
  return document(
    title,
    html`<h1>${title}</h1>
<p>Go back to the application that sent you here. Where it is not connected, connect again from there.</p>
<footer><p>${name(message)}</p>
<p><code>${code}</code></p></footer>`,
  );
}
