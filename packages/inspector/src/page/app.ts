import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../components.ts";
import { actionsPanel } from "./actions-panel.ts";
import { deliveriesPanel, listDeliveries } from "./deliveries-panel.ts";
import { formView } from "./forms.ts";
import { choice, failureView, loading, tabs } from "./parts.ts";
import { idOf, listRecords, titleOf } from "./records/record-kinds.ts";
import { statePanel } from "./records/state-panel.ts";
import { requestsPanel } from "./requests-panel.ts";
import { linkTo, type Panel, panels, tokenIn } from "./routes.ts";
import { type AppState, requestsOf, signIn, update } from "./store.ts";
import { tryPanel } from "./try-panel.ts";

const panelViews: Readonly<Record<Panel, (state: AppState) => TemplateResult>> = {
  requests: requestsPanel,
  state: statePanel,
  deliveries: deliveriesPanel,
  actions: actionsPanel,
  try: tryPanel,
};

const connections = { connecting: ["Connecting", "rejected"], open: ["Live", "good"], lost: ["Offline", "failed"] };

export function appView(state: AppState): TemplateResult {
  const { connection, route, notice, document } = state;
  if (connection === "refused") return signInView(state);
  const [text, color] = connections[connection];
  const [requests, deliveries] = [requestsOf(state).length, listDeliveries(state).length];
  const counts: Partial<Record<Panel, number>> = { requests, deliveries };
  const links = (Object.entries(panels) as [Panel, string][]).map(([panel, title]) => {
    const label = html`${title} <small>${counts[panel] || ""}</small>`;
    return [linkTo(panel), label, panel === route.panel] as const;
  });
  return html`
    <a class="skip" href="#main" @click=${skipToMain}>Skip to the content</a>
    <header class="row top">
      <h1 class="row"><img src="logo.svg" alt="" width="26" height="26" /> <span class="soft">Knowledge Base</span> Inspector</h1>
      ${tabs("Panels", links)}
      <div class="row scope">
        ${organizationSelect(state)}
        <p class="status ${color}" role="status">${text}</p>
      </div>
    </header>
    ${connection === "lost" ? failureView("The server doesn't respond. You see what was loaded last.") : nothing}
    <main id="main" tabindex="-1">
      <fieldset ?disabled=${connection === "lost" && route.panel !== "requests"}>
        ${document ? panelViews[route.panel](state) : loading}
      </fieldset>
    </main>
    ${state.dialog?.(state)}
    <div class="notices" role="status">${notice ? noticeView(notice) : nothing}</div>
  `;
}

function noticeView({ kind, text }: NonNullable<AppState["notice"]>): TemplateResult {
  return html`<p class="row notice ${kind}" role=${kind === "failed" ? "alert" : nothing}>
    ${dataText(text, 600)} <button type="button" aria-label="Close the message" @click=${() => update({ notice: undefined })}>×</button>
  </p>`;
}

function organizationSelect({ organizationId, route }: AppState): TemplateResult {
  const { value } = listRecords("organizations");
  const choose = (id: string) => {
    const chosen = id === "" ? null : id;
    update({ organizationId: chosen, failure: undefined });
    const [shown = chosen] = route.path;
    if (route.panel === "state" && chosen !== null && shown !== chosen) location.hash = linkTo("state", chosen);
  };
  const known = (value ?? []).map(
    (each) => [idOf("organizations", each), titleOf("organizations", each).slice(0, 60)] as const,
  );
  const isDeleted = organizationId !== null && value && !known.some(([id]) => id === organizationId);
  const deleted = isDeleted ? [[organizationId, `${organizationId.slice(0, 60)} (deleted)`] as const] : [];
  return choice("Organization", [["", "All organizations"], ...known, ...deleted], organizationId ?? "", choose);
}

function signInView(state: AppState): TemplateResult {
  const { token } = state;
  return html`<main class="section stack sign-in">
    <h1 class="row"><img src="logo.svg" alt="" width="26" height="26" /> Inspector</h1>
    <p>This server needs a token. Open the URL that it printed when it started, or paste it here.</p>
    ${token === "" ? nothing : failureView("The server doesn't accept this token. A restart may have changed it.")}
    ${formView(state, {
      name: "Sign in",
      fields: [{ name: "given", title: "URL or token", type: "password", isRequired: true, initial: token }],
      submit: "Open",
      run: async ({ given }) => signIn(tokenIn(String(given)) ?? String(given).trim()),
    })}
  </main>`;
}

// Following the link would change the fragment of the address, which selects the panel.
function skipToMain(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}
