import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { html, nothing, type TemplateResult } from "lit-html";
import { keyed } from "lit-html/directives/keyed.js";
import { dataText, messageView, statusBadge } from "../components.ts";
import { type Field, fieldView, readTexts } from "./forms.ts";
import { listRecords, suggestValues } from "./records/kinds.ts";
import { linkTo } from "./route.ts";
import { callOperation, parametersOf } from "./server.ts";
import { getState, type State, type Trial, update } from "./store.ts";

const ids = Object.keys(contract) as OperationId[];

type SubmitEventOf = SubmitEvent & { readonly target: HTMLFormElement };

/** Renders a form that sends any operation with any key, and the response. */
export function tryPanel(state: State): TemplateResult {
  const id = ids.find((other) => other === state.route.path[0]) ?? "promptIndex.get";
  const operation: Operation = contract[id];
  const { trial } = state;
  return html`<div class="panel sections">
    <section class="section stack" aria-labelledby="try-title">
      <h2 id="try-title">Try an operation</h2>
      <nav class="tabs" aria-label="Operations">
        ${ids.map((other) => html`<a href=${linkTo("try", other)} aria-current=${other === id ? "page" : "false"}><code>${other}</code></a>`)}
      </nav>
      <p><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
      ${operationForm(state, id, operation)}
    </section>
    <section class="section stack" aria-label="Response" aria-live="polite">
      ${trial?.operation === id ? trialView(trial) : html`<p class="hint">Send the request, and the response of ${id} appears here.</p>`}
    </section>
  </div>`;
}

/** A value that arrives later would mix with what the user types, so that the form waits for all of them. */
function operationForm(state: State, id: OperationId, operation: Operation): TemplateResult {
  const fields = fieldsOf(state, operation);
  if (!fields) return html`<p class="hint empty" aria-busy="true">Loading…</p>`;
  const { trial } = state;
  return html`<form class="form" aria-label=${operation.summary} @submit=${(event: SubmitEventOf) => send(id, event)}>
    ${keyed(id, html`${fields.map((field) => fieldView(field))}`)}
    <div class="row">
      <button class="primary">Send</button>
      ${trial?.operation === id && trial.cancel ? html`<button type="button" @click=${trial.cancel}>Cancel</button>` : nothing}
    </div>
  </form>`;
}

/** Returns the fields of an operation, with values of the chosen or first organization; undefined until they are loaded. */
function fieldsOf(state: State, operation: Operation): Field[] | undefined {
  const { value: organizations, error } = listRecords("organizations");
  if (!organizations && error === undefined) return undefined;
  const organizationId = state.organizationId ?? String(organizations?.[0]?.["id"] ?? "");
  const keys = listRecords("apiKeys", { organizationId });
  if (!keys.value && keys.error === undefined) return undefined;
  const parameters = parametersOf(operation).map((name) => ({ name, values: suggestValues(name, { organizationId }) }));
  if (parameters.some(({ values }) => values === undefined)) return undefined;
  const keyValues = (keys.value ?? []).slice(0, 100).map(({ key, role }) => [String(key), String(role)] as const);
  return [
    {
      name: "apiKey",
      title: "x-api-key",
      values: keyValues,
      initial: keyValues[0]?.[0],
      placeholder: "no key",
      type: "id",
    },
    ...parameters.map(({ name, values }): Field => ({ name, values, initial: values?.[0]?.[0], type: "id" })),
    ...(operation.body
      ? [{ name: "body", title: "Body", type: "json", initial: '{ "notifyBriefs": false }' } satisfies Field]
      : []),
  ];
}

/** That of the last request. The end of an earlier one is not shown. */
let latest: AbortController | undefined;

async function send(id: OperationId, event: SubmitEventOf): Promise<void> {
  event.preventDefault();
  const { apiKey = "", ...fields } = readTexts(event.target);
  const controller = new AbortController();
  let trial: Trial = {
    operation: id,
    cancel: () => controller.abort(new Error("you cancelled it")),
    request: id,
  };
  const show = (change: Partial<Trial>) => {
    trial = { ...trial, ...change };
    if (latest === controller) update({ trial });
  };
  getState().trial?.cancel?.();
  latest = controller;
  show({});
  try {
    const { request, response, durationMs } = await callOperation(id, fields, apiKey, controller.signal);
    show({ request, durationMs });
    if (response.type === "opaqueredirect")
      throw new Error("it's a redirect, which browsers hide from pages. See it in Requests");
    show({ status: response.status, headers: [...response.headers] });
    const body = await response.text();
    show({ cancel: undefined, body });
  } catch (error) {
    show({ cancel: undefined, failure: error instanceof Error ? error.message : String(error) });
  }
}

function trialView({ cancel, request, status, durationMs, headers, body, failure }: Trial): TemplateResult {
  if (cancel && headers === undefined)
    return html`<p class="hint empty" aria-busy="true">Waiting for the response…</p>`;
  return html`
    <h2 class="row exchange-heading">${status === undefined ? nothing : statusBadge(status)} <span class="path">${dataText(request, 2000)}</span></h2>
    ${durationMs === undefined ? nothing : html`<p class="hint">${Math.round(durationMs)} ms in this browser</p>`}
    ${failure === undefined ? nothing : html`<p class="failure">No complete response: ${dataText(failure)}.</p>`}
    ${headers === undefined ? nothing : messageView({ title: "Response", headers, body })}
  `;
}
