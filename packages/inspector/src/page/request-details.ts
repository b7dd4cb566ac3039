import { isObject, parseJson, quoteForShell } from "@knowledge-base/internal";
import type { JournalEntry } from "@knowledge-base/server";
import { html, nothing, type TemplateResult } from "lit-html";
import { dataText, exchangeHeading, type Message, messageView, statusKind } from "../components.ts";
import { faultHint, faultTitle } from "./faults.ts";
import { load } from "./live.ts";
import { button, factList, loadedView } from "./parts.ts";
import { baseUrl } from "./server.ts";
import { copy, linkTo, type State } from "./store.ts";

/** Renders everything that the journal has about a request. */
export function requestDetails(state: State, id: string): TemplateResult {
  return html`<article class="details content stack" aria-label="Details of the request">
    <a class="close" href=${linkTo("requests")} aria-label="Close the details">×</a>
    ${loadedView(load("journal/get", { id }), (entry) => entryView(state, entry))}
  </article>`;
}

function entryView({ snippet }: State, entry: JournalEntry): TemplateResult {
  const { method, path, query, status, headers, requestBody, responseHeaders, responseBody, truncatedFields } = entry;
  const kind = entry.reason === "success" ? "good" : status !== null && status < 400 ? "rejected" : statusKind(status);
  const code = toClientCode(entry);
  const toMessage = (name: "request" | "response", values: object, body: string | null): Message => ({
    title: name === "request" ? "Request" : "Response",
    headers: Object.entries(values),
    body: body ?? "",
    isCut: truncatedFields.includes(`${name}Body`),
  });
  return html`
    <h2 class="row">${exchangeHeading(method, query === "" ? path : `${path}?${query}`, status)}</h2>
    ${loadedView(load("journal/explain", { entry }), (text) => html`<p class="reason ${kind}">${dataText(withoutRequest(entry, text), 2000)}</p>`)}
    <div class="row">
      ${button("Copy as curl", () => copy("curl command", toCurl(entry)))}
      ${button("Copy as client code", () => copy("Client code", code ?? ""), code === undefined)}
    </div>
    ${snippet === undefined ? nothing : html`<pre class="code snippet" tabindex="0" aria-label=${snippet.title}>${snippet.text}</pre>`}
    ${factList(factsOf(entry))}
    ${messageView(toMessage("request", headers, requestBody))}
    ${responseHeaders === null ? html`<p class="hint">No response was sent.</p>` : messageView(toMessage("response", responseHeaders, responseBody))}
  `;
}

/** Returns the facts about a request that the heading does not show, if there are any. */
function factsOf(entry: JournalEntry): object {
  const { at, organizationId, operation, fault, latency, ignoredFields, committed } = entry;
  const duration = fault === "hang" ? "hung until the caller gave up" : `${entry.duration} ms`;
  const applied = fault && `${faultTitle(fault)}: ${faultHint(fault, committed)}`;
  const facts = { at, duration, organizationId, operation, fault: applied, latency, ignoredFields };
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value && String(value) !== ""));
}

/** Leaves out what the heading and the facts show already, and uses the name that the page has for the fault. */
function withoutRequest({ method, path, fault }: JournalEntry, explanation: string): string {
  const named = fault === null ? explanation : explanation.replace(`(${fault})`, `“${faultTitle(fault)}”`);
  const [reason = ""] = named.slice(`${method} ${path} `.length).split(" It was received at ");
  return reason.charAt(0).toUpperCase() + reason.slice(1);
}

/** Returns a request as a curl command, which reads the API key from the environment variable `KNOWLEDGE_BASE_API_KEY`. */
function toCurl({ method, path, query, requestBody, headers }: JournalEntry): string {
  const url = new URL(baseUrl).origin + path + (query === "" ? "" : `?${query}`);
  const { "content-type": type } = headers;
  // A semicolon makes curl send an empty header.
  const typeHeader = type === "" ? "content-type;" : `content-type: ${type}`;
  return [
    `curl --globoff ${method === "HEAD" ? "--head" : `-X ${quoteForShell(method)}`} ${quoteForShell(url)}`,
    `-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"`,
    ...(type === undefined ? [] : [`-H ${quoteForShell(typeHeader)}`]),
    ...(requestBody === "" ? [] : [`--data-raw ${quoteForShell(requestBody)}`]),
  ].join(" \\\n  ");
}

/** Returns a request as a call of the client; undefined if it was sent to no operation. */
function toClientCode({ operation, input, requestBody }: JournalEntry): string | undefined {
  if (operation === null || input === null) return undefined;
  const body = readObject(requestBody);
  // The input has the ids first, and wins over the body.
  const fields = Object.entries({ ...input, ...body, ...input }).map(
    ([name, value]) =>
      `\n  ${/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name)}: ${formatValue(name, value)},`,
  );
  // The client sends no other bodies than JSON objects.
  const comment = body ? "" : `// The request had this body: ${JSON.stringify(requestBody)}\n`;
  return `import { KnowledgeBase } from "@knowledge-base/sdk";

const kb = new KnowledgeBase({
  baseUrl: ${JSON.stringify(baseUrl)},
  apiKey: process.env.KNOWLEDGE_BASE_API_KEY,
});
${comment}const result = await kb.${operation}({${fields.join("")}\n});`;
}

/** Returns the fields of a body, of which the input of a rejected request may have none; undefined if it is no JSON object. */
function readObject(text: string): object | undefined {
  const value = text === "" ? {} : parseJson(text);
  return isObject(value) ? value : undefined;
}

/** The journal has the parameters of a query as they were sent. */
function formatValue(name: string, value: unknown): string {
  return name === "limit" && /^(?:0|[1-9]\d{0,8})$/.test(String(value)) ? String(value) : JSON.stringify(value);
}
