import type { ServerResponse } from "node:http";
import type { Rules } from "../rules/rules.ts";
import type { Reply } from "./reply.ts";

/** Serializes and sends a response. */
export function sendReply(response: ServerResponse, { status, headers, value }: Reply, rules: Rules): void {
  const allHeaders = { "content-type": "application/json", ...headers };
  response.writeHead(status, allHeaders);
  if (value === undefined) response.end();
  else rules.send(response, /json/i.test(allHeaders["content-type"]) ? serialize(value, rules) : String(value));
}

function serialize(value: unknown, rules: Rules): string {
  const json = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, item) {
    // JSON.stringify has already called the toJSON method of a date.
    const original = this[name];
    return original instanceof Date ? rules.timestamp(original) : item;
  });
  return rules.serialize(json);
}
