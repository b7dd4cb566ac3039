import { escapeXml } from "@knowledge-base/internal";
import * as z from "zod/mini";
import { type Command, inputSchema } from "../control/command.ts";
import { readAuthorizationUrl, rejectDecided } from "./oauth-control.ts";

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

/** Returns the contents of the consent page, if the authorization is undecided. It is not a control. */
export const reviewAuthorization: Command<{ readonly authorizationUrl: string }, AuthorizationReview> = {
  summary: "Show an authorization",
  parameter: "authorizationUrl",
  asynchronous: true,
  input: inputSchema({ authorizationUrl: z.string() }),
  output: z.unknown(),
  async run({ authorizationUrl }, context) {
    const request = await readAuthorizationUrl(authorizationUrl, context);
    rejectDecided(request.authorization);
    return {
      state: request.oauthState,
      brainName: displayName(request.brain),
      organizationName: displayName(request.organization.record),
      expiresAt: request.authorization.expiresAt,
    };
  },
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

// Isolates inserted text, so that right-to-left letters do not reorder the surrounding text.
function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

export function consentPage({ brainName, organizationName, expiresAt, state }: AuthorizationReview): string {
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

/** Writes the page to which the browser is redirected if the organization has no redirect URL. */
export function callbackPage(query: URLSearchParams): string {
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

/** Writes the page that explains why an authorization cannot continue: the code of a control or a status, and the message. */
export function problemPage(code: string, message: string): string {
  const title = "Authorization cannot continue";
  return document(
    title,
    html`<h1>${title}</h1>
<p>${isolated(message)}</p>
<p><code>${code}</code></p>`,
  );
}
