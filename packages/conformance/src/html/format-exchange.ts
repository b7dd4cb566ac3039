import type { Exchange } from "../exchange.ts";
import { escapeHtml } from "./escape-html.ts";

/** Formats a request and its response, as they would look in HTTP. */
export function formatExchange({ request, response }: Exchange): string {
  const sent = [`${request.method} ${request.url}`, ...formatHeaders(request.headers), ...formatBody(request.body)];
  const received = [`Status ${response.status}`, ...formatHeaders(response.headers), ...formatBody(response.body)];
  return `<h3>Request</h3>${block(sent)}<h3>Response</h3>${block(received)}`;
}

function formatHeaders(headers: Readonly<Record<string, string>>): string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}

function formatBody(body: string): string[] {
  return body === "" ? [] : ["", body];
}

function block(lines: readonly string[]): string {
  return `<pre>${escapeHtml(lines.join("\n"))}</pre>`;
}
