import { html, nothing, type TemplateResult } from "lit-html";
import { keepAccessToken, tokenIn } from "./core/access-token.ts";
import type { App } from "./core/app.ts";
import { readForm } from "./core/read-form.ts";

/** Renders the page that asks for the token. */
export function signIn(app: App): TemplateResult {
  const submit = (event: SubmitEvent) => {
    const { given = "" } = readForm(event);
    const token = tokenIn(given.slice(given.indexOf("#"))) ?? given.trim();
    keepAccessToken(token);
    app.controls.token = token;
    app.invalidate();
    app.update({ isAuthorized: true });
  };
  return html`<main class="sign-in">
    <h1><span class="logo" aria-hidden="true"></span> Inspector</h1>
    <p>
      The server was started with a token for its controls, which this page needs. Open the URL that the server
      printed when it started: it contains the token.
    </p>
    ${
      app.model.isTokenRejected
        ? html`<p class="failure" role="alert">The server does not accept the token. If it was restarted, it may have another one.</p>`
        : nothing
    }
    <form @submit=${submit}>
      <p class="hint">You can also paste the URL, or only its token:</p>
      <label>URL or token <input name="given" type="password" required autocomplete="off" /></label>
      <button class="primary">Open</button>
    </form>
  </main>`;
}
