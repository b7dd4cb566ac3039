import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { pathParamNames } from "@knowledge-base/types/internal";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import { messageView } from "../../../components/message-view.ts";
import { statusBadge } from "../../../components/status-badge.ts";
import type { App } from "../../core/app.ts";
import { callOperation } from "../../core/call-operation.ts";
import type { Trial } from "../../core/model.ts";
import { readForm } from "../../core/read-form.ts";
import { linkTo } from "../../core/route.ts";
import { keyField } from "./key-field.ts";
import { suggestValues } from "./suggest-values.ts";

const ids = Object.keys(contract) as OperationId[];

/** Renders a form that sends any operation with any key, and the response. */
export function tryPanel(app: App): TemplateResult {
  const [selected] = app.model.route.path;
  const id = ids.find((other) => other === selected) ?? "promptIndex.get";
  const operation: Operation = contract[id];
  const { trial } = app.model;
  return html`<div class="panel sections try">
    <section class="section" aria-labelledby="try-title">
      <h2 id="try-title">Try an operation</h2>
      <nav class="chips" aria-label="Operations">
        ${ids.map((other) => html`<a href=${linkTo("try", other)} aria-current=${other === id ? "page" : "false"}>${other}</a>`)}
      </nav>
      <p><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
      ${operationForm(app, id, operation)}
    </section>
    <section class="section" aria-label="Response" aria-live="polite">
      ${trial?.operation === id ? trialView(trial) : html`<p class="hint">The response of ${id} appears here.</p>`}
    </section>
  </div>`;
}

/** A value that arrives later would mix with what the user types, so that the form waits for all of them. */
function operationForm(app: App, id: OperationId, operation: Operation): TemplateResult {
  const fields = fieldsOf(operation).map((name) => ({ name, values: suggestValues(app, name) }));
  const { value: keys, error } = app.use("apiKeys/list", { limit: 100 }, app.model.organizationId);
  const { trial } = app.model;
  const isLoading = (keys === undefined && error === undefined) || fields.some(({ values }) => values === undefined);
  if (isLoading) return html`<p class="hint" aria-busy="true">Loading…</p>`;
  return html`<form class="form" aria-label=${operation.summary} @submit=${(event: SubmitEvent) => send(app, id, event)}>
        ${keyField(keys ?? [])} ${fields.map(({ name, values = [] }) => field(name, values))}
        ${
          operation.body
            ? html`<label class="wide">Body
                <textarea name="body" rows="3" spellcheck="false" class="code-field" .defaultValue=${'{ "notifyBriefs": false }'}></textarea>
              </label>`
            : nothing
        }
        <div class="buttons">
          <button class="primary">Send</button>
          ${trial?.operation === id && trial.cancel ? html`<button type="button" @click=${trial.cancel}>Cancel</button>` : nothing}
        </div>
      </form>`;
}

function fieldsOf({ path, query }: Operation): string[] {
  return [...pathParamNames(path), ...Object.keys(query?._zod.def.shape ?? {})];
}

function field(name: string, values: readonly string[]): TemplateResult {
  return html`<label>
    ${name}
    <input name=${name} list="values-${name}" autocomplete="off" spellcheck="false" .defaultValue=${values[0] ?? ""} />
    <datalist id="values-${name}">${values.map((value) => html`<option value=${value}></option>`)}</datalist>
  </label>`;
}

/** That of the last request. The end of an earlier one is not shown. */
let latest: AbortController | undefined;

async function send(app: App, id: OperationId, event: SubmitEvent): Promise<void> {
  const { apiKey = "", ...fields } = readForm(event);
  const controller = new AbortController();
  let trial: Trial = {
    operation: id,
    cancel: () => controller.abort(new Error("the request was cancelled")),
    request: id,
  };
  const show = (change: Partial<Trial>) => {
    trial = { ...trial, ...change };
    if (latest === controller) app.update({ trial });
  };
  app.model.trial?.cancel?.();
  latest = controller;
  show({});
  try {
    const { request, response, durationMs } = await callOperation(id, fields, apiKey, controller.signal);
    show({ request, durationMs });
    if (response.type === "opaqueredirect") {
      show({ cancel: undefined, failure: "it was a redirect, which browsers hide from pages. Requests shows it" });
      return;
    }
    show({ status: response.status, headers: [...response.headers] });
    const body = await response.text();
    show({ cancel: undefined, body });
  } catch (error) {
    show({ cancel: undefined, failure: error instanceof Error ? error.message : String(error) });
  }
}

function trialView({ cancel, request, status, durationMs, headers, body, failure }: Trial): TemplateResult {
  if (cancel && headers === undefined) return html`<p class="hint" aria-busy="true">Waiting for the response…</p>`;
  return html`
    <h2 class="exchange-heading">${status === undefined ? nothing : statusBadge(status)} <span class="path">${dataText(request, 2000)}</span></h2>
    ${durationMs === undefined ? nothing : html`<p class="hint">${Math.round(durationMs)} ms in this browser</p>`}
    ${failure === undefined ? nothing : html`<p class="failure">The browser received no complete response: ${dataText(failure)}.</p>`}
    ${headers === undefined ? nothing : messageView({ title: "Response", headers, body })}
  `;
}
