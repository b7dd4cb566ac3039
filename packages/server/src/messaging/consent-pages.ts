import { escapeXml } from "@knowledge-base/internal";
import * as z from "zod/mini";
import { type Command, inputSchema } from "../control/command.ts";
import { objectSchema } from "../state/object-schema.ts";
import { readAuthorizationUrl, rejectDecided } from "./oauth-control.ts";

/** The contents of the consent page. */
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

/** Returns the contents of the consent page, if the authorization is undecided. It is no control. */
export const reviewAuthorization: Command<{ readonly authorizationUrl: string }, AuthorizationReview> = {
  summary: "Show an authorization",
  parameter: "authorizationUrl",
  asynchronous: true,
  input: inputSchema({ authorizationUrl: z.string() }),
  output: objectSchema({
    state: z.string(),
    brainName: z.string(),
    organizationName: z.string(),
    expiresAt: z.string(),
  }),
  async run({ authorizationUrl }, context) {
    const request = await readAuthorizationUrl(authorizationUrl, context);
    rejectDecided(request.authorization);
    return {
      state: request.stateText,
      brainName: displayName(request.brain),
      organizationName: displayName(request.organization.record),
      expiresAt: request.authorization.expiresAt,
    };
  },
};

function displayName({ id, name }: { readonly id: string; readonly name: string }): string {
  return name.trim() === "" ? id : name;
}

/** Text that can be inserted into an HTML document as it is. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = string | Html | readonly Html[];

/** Builds HTML. Inserted values are escaped unless they are {@link Html}. */
function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(parts.reduce((text, part, index) => text + write(values[index - 1] ?? "") + part));
}

function write(value: Value): string {
  if (value instanceof Html) return value.text;
  return typeof value === "string" ? escapeXml(value) : value.map(({ text }) => text).join("");
}

/** Style sheet of all pages. It supports light and dark color schemes and narrow screens. */
const style = new Html(`
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; accent-color: #1d4ed8;
  --page: light-dark(#eef1f5, #14171c); --card: light-dark(#fff, #1f242c); --text: light-dark(#16191f, #e8ebf0);
  --soft: light-dark(#4b5563, #a7b0bd); --line: light-dark(#d6dae1, #3a424e); --field: light-dark(#6b7280, #8b95a3);
  --link: light-dark(#1d4ed8, #9cc2ff) }
* { box-sizing: border-box }
body { margin: 0; padding: 1rem; min-height: 100vh; display: grid; place-items: center; background: var(--page); color: var(--text) }
main { width: min(30rem, 100%); padding: clamp(1.25rem, 6vw, 2.25rem); border: 1px solid var(--line); border-radius: .9rem;
  background: var(--card); box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 8px 24px rgb(0 0 0 / .08); overflow-wrap: anywhere }
h1 { margin: 0 0 .75rem; font-size: 1.4rem; line-height: 1.25; text-wrap: balance }
p { margin: 0 0 1rem }
label { display: block; margin-top: 1.5rem; font-weight: 600 }
input { display: block; width: 100%; margin-top: .35rem; padding: .6rem .75rem; font: inherit; font-weight: 400; color: inherit;
  background: transparent; border: 1px solid var(--field); border-radius: .5rem }
.buttons { display: flex; flex-wrap: wrap; gap: .75rem; margin-top: 1.5rem }
button { flex: 1 1 8rem; padding: .65rem 1.25rem; font: inherit; font-weight: 600; cursor: pointer; border-radius: .5rem;
  border: 1px solid var(--field); background: transparent; color: inherit }
button:hover { border-color: var(--text) }
button.primary { background: #1d4ed8; border-color: #1d4ed8; color: #fff }
button.primary:hover { background: #1e40af; border-color: #1e40af }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px }
dt { font-weight: 600 }
dd { margin: .25rem 0 1rem; font: .875rem/1.5 ui-monospace, monospace }
footer { margin-top: 1.5rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .875rem; color: var(--soft) }
footer p:last-child { margin: 0 }
code { font-family: ui-monospace, monospace }
p > bdi { font-weight: 600 }
footer bdi { font-weight: 400 }
@media (max-width: 30rem) { body { place-items: start stretch } }
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

/** Isolates inserted text, so that right-to-left letters do not reorder the surrounding text. */
function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`;
}

/** Writes the page on which a user approves or denies an authorization. */
export function consentPage({ brainName, organizationName, expiresAt, state }: AuthorizationReview): string {
  return document(
    "Connect a brain to your workspace",
    html`<h1>Connect ${isolated(brainName)} to your workspace?</h1>
<p>${isolated(organizationName)} asks to add its bot to your workspace, so that the brain ${isolated(brainName)} can notify the channels there.</p>
<form method="post" action="?">
<input type="hidden" name="state" value="${state}">
<label>Name of your workspace <input name="teamName" value="Workspace" maxlength="80" required dir="auto" autocomplete="off"></label>
<div class="buttons">
<button class="primary" name="decision" value="approve">Approve</button>
<button name="decision" value="deny" formnovalidate>Deny</button>
</div>
</form>
<footer><p>This page simulates the messaging platform. You can enter any name.</p>
<p>Valid until <time datetime="${expiresAt}">${formatTime(expiresAt)}</time></p></footer>`,
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

export interface PageProblem {
  /** Code of the error of a control, or status. */
  readonly code: string;
  readonly message: string;
}

/** Returns a timestamp as people read it, such as `2026-07-01 08:25:20 UTC`. */
function formatTime(timestamp: string): string {
  return `${timestamp.slice(0, "2026-07-01T08:25:20".length).replace("T", " ")} UTC`;
}

const titles: Readonly<Record<string, string>> = {
  oauth_invalid_state: "Invalid authorization link",
  oauth_expired_state: "Authorization link has expired",
  oauth_used_state: "Authorization was already decided",
  not_found: "Brain or organization no longer exists",
};

/** Returns the cause in the message of a control. The page has its own title and its own advice to start again. */
function readCause(message: string): string {
  const cause = message
    .replace(/^Failed to [^:]*: /, "")
    .replace(/ Start the authorization again[^.]*\.$/, "")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, formatTime);
  return cause.charAt(0).toUpperCase() + cause.slice(1);
}

/** Writes the page that explains why an authorization cannot continue. */
export function problemPage({ code, message }: PageProblem): string {
  const title = titles[code] ?? "Authorization cannot continue";
  return document(
    title,
    html`<h1>${title}</h1>
<p>Return to the application that sent you here. If it is not connected, connect it again there.</p>
<footer><p>${isolated(readCause(message))}</p>
<p><code>${code}</code></p></footer>`,
  );
}
