import { messageOf } from "@knowledge-base/internal/texts";
import { pathParamNames, writePath } from "@knowledge-base/internal/url";
import { contract, type Operation, type OperationId } from "@knowledge-base/types";
import { fieldNames } from "@knowledge-base/types/internal";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText, exchangeHeading, messageView } from "../components.ts";
import { type Field, formView } from "./forms.ts";
import { button, loading, tabs } from "./parts.ts";
import { knownRecords, mainOrganization, suggestValues } from "./records/record-kinds.ts";
import { linkTo } from "./routes.ts";
import { baseUrl } from "./server.ts";
import { type AppState, getState, type Trial, update } from "./store.ts";

const ids = Object.keys(contract) as OperationId[];

/** Renders a form that sends any operation with any key, and the response. */
export function tryPanel(state: AppState): TemplateResult {
  const id = ids.find((other) => other === state.route.path[0]) ?? "promptIndex.get";
  const operation: Operation = contract[id];
  const { trial } = state;
  const links = ids.map((other) => [linkTo("try", other), html`<code>${other}</code>`, other === id] as const);
  const fields = formFields(state, operation);
  return html`<div class="panel sections">
    <section class="section stack" aria-label="Try an operation">
      <h2>Try an operation</h2>
      ${tabs("Operations", links)}
      <p><span class="method">${operation.method}</span> <code>${operation.path}</code></p>
      ${
        fields === undefined
          ? loading
          : formView(state, {
              name: id,
              label: operation.summary,
              fields,
              submit: "Send",
              // Another request may be sent before the response arrives.
              run: async (input) => void send(id, input as Readonly<Record<string, string>>),
              more: trial?.operation === id && trial.cancel ? button("Cancel", trial.cancel) : nothing,
            })
      }
    </section>
    <section class="section stack" aria-label="Response" aria-live="polite">
      ${trial?.operation === id ? trialView(trial) : html`<p class="hint">Send the request, and the response of ${id} appears here.</p>`}
    </section>
  </div>`;
}

// Undefined until all values are loaded: what arrives later would mix with what the user types.
function formFields(state: AppState, operation: Operation): Field[] | undefined {
  if (!knownRecords("organizations")) return undefined;
  const organizationId = mainOrganization(state.organizationId) ?? "";
  const names = ["apiKey", ...pathParamNames(operation.path), ...fieldNames(operation.query)];
  const parameters = names.map((name) => ({ name, values: suggestValues(name, { organizationId }) }));
  if (parameters.some(({ values }) => values === undefined)) return undefined;
  const body: Field = { name: "body", isLong: true, initial: '{ "notifyBriefs": false }' };
  const fields = parameters.map(({ name, values }): Field => {
    const title = name === "apiKey" ? "x-api-key" : name;
    return { name, title, suggestions: values, initial: values?.[0]?.[0] };
  });
  return operation.body ? [...fields, body] : fields;
}

async function send(id: OperationId, { apiKey = "", ...fields }: Readonly<Record<string, string>>): Promise<void> {
  const controller = new AbortController();
  const cancel = () => controller.abort(new Error("you cancelled it"));
  let trial: Trial = { operation: id, cancel };
  const show = (change: Partial<Trial>) => {
    // Only the latest request shows how it ends.
    if (getState().trial !== trial) return;
    trial = { ...trial, ...change };
    update({ trial });
  };
  getState().trial?.cancel?.();
  update({ trial });
  try {
    const response = await callOperation(id, fields, apiKey, controller.signal);
    if (response.type === "opaqueredirect")
      throw new Error("it's a redirect, which browsers hide from pages. See it in Requests");
    show({ response });
    show({ cancel: undefined, body: await response.text() });
  } catch (error) {
    show({ cancel: undefined, failure: messageOf(error) });
  }
}

function trialView({ operation, cancel, response, body, failure }: Trial): unknown {
  if (cancel && !response) return loading;
  const { method } = contract[operation];
  const { pathname, search } = new URL(response?.url ?? location.href);
  return html`
    ${response ? html`<h2 class="row">${exchangeHeading(method, pathname + search, response.status)}</h2>` : nothing}
    ${failure === undefined ? nothing : html`<p class="failure">No complete response: ${dataText(failure)}.</p>`}
    ${response ? messageView({ title: "Response", headers: [...response.headers], body }) : nothing}
  `;
}

// Sends the request without validating it. Empty query parameters aren't sent.
async function callOperation(
  id: OperationId,
  fields: Readonly<Record<string, string | undefined>>,
  apiKey: string,
  signal: AbortSignal,
): Promise<Response> {
  const { method, path, query, body }: Operation = contract[id];
  const url = new URL(baseUrl + writePath(path, (name) => fields[name] ?? ""));
  for (const name of fieldNames(query)) if (fields[name]) url.searchParams.set(name, fields[name]);
  return fetch(url, {
    method,
    headers: { ...(apiKey !== "" && { "x-api-key": apiKey }), ...(body && { "content-type": "application/json" }) },
    ...(body && { body: fields["body"] ?? "" }),
    redirect: "manual",
    signal,
    referrerPolicy: "no-referrer",
  });
}
