import type { ControlError } from "../../control/control-error.ts";
import type { ReviewedAuthorization } from "../../control/oauth/review-authorization.ts";
import { Html, html } from "./html.ts";

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f3f4f6, #15181d) }
main { box-sizing: border-box; width: min(30rem, 100%); padding: 2rem; border-radius: .75rem;
  background: light-dark(#fff, #20242b); box-shadow: 0 1px 4px rgb(0 0 0 / .2) }
h1 { margin: 0 0 1rem; font-size: 1.35rem; line-height: 1.3 }
label { display: block; margin: 1.5rem 0; font-weight: 600 }
input { box-sizing: border-box; width: 100%; margin-top: .25rem; padding: .5rem .75rem; font: inherit;
  border: 1px solid light-dark(#9ca3af, #59606b); border-radius: .4rem; background: transparent; color: inherit }
button { padding: .5rem 1.25rem; margin-right: .5rem; font: inherit; font-weight: 600; border-radius: .4rem;
  border: 1px solid light-dark(#1d4ed8, #60a5fa); background: transparent; color: light-dark(#1d4ed8, #93c5fd); cursor: pointer }
button.primary { background: #1d4ed8; border-color: #1d4ed8; color: #fff }
dt { font-weight: 600 } dd { margin: 0 0 1rem; font-family: ui-monospace, monospace; overflow-wrap: anywhere }
footer { margin-top: 1.5rem; font-size: .85rem; color: light-dark(#4b5563, #9ca3af) }
`;

function document(title: string, content: Html): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text;
}

/** The page on which a user approves or denies an authorization. */
export function consentPage({ brainName, organizationName, expiresAt }: ReviewedAuthorization, state: string): string {
  return document(
    `Connect ${brainName} to your workspace?`,
    html`<p>${organizationName} asks to add its bot to a workspace, so that the brain ${brainName} can notify its channels.</p>
<form method="post" action="?">
<input type="hidden" name="state" value="${state}">
<label>Workspace <input name="teamName" value="Workspace" maxlength="80" required></label>
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</form>
<footer>This page stands in for the messaging platform. The request expires at ${expiresAt}.</footer>`,
  );
}

/** The page that a browser ends on when an organization has no redirect URL. */
export function donePage(query: URLSearchParams): string {
  const shown = ["code", "error", "state"].filter((name) => query.has(name));
  return document(
    query.has("error") ? "Authorization denied" : "Authorization approved",
    html`<p>This is what the redirect URL of an application receives.</p>
<dl>
${shown.map((name) => html`<dt>${name}</dt><dd>${query.get(name) ?? ""}</dd>`).reduce((list, item) => html`${list}${item}`, html``)}
</dl>
<footer>Give the organization a redirectUrl to have the browser sent to an application instead of here.</footer>`,
  );
}

/** The page that says why an authorization cannot go on. */
export function refusedPage({ code, message }: ControlError): string {
  return document(
    "This authorization cannot go on",
    html`<p>${message}</p>
<footer>${code}</footer>`,
  );
}
