import type { ServerResponse } from "node:http";
import type { Rules } from "../rules/rules.ts";
import type { Reply } from "./reply.ts";

/** Serializes and sends a response. */
export function sendReply(response: ServerResponse, { status, headers, value }: Reply, rules: Rules): void {
  // Not writeHead: after it, Node no longer adds the length of the body.
  response.statusCode = status;
  for (const [name, content] of Object.entries({ "content-type": "application/json", ...headers })) {
    response.setHeader(name, content);
  }
  const isJson = /json/i.test(String(response.getHeader("content-type")));
  if (value === undefined) response.end();
  else rules.send(response, typeof value === "string" && !isJson ? value : serialize(value, rules));
}

function serialize(value: unknown, rules: Rules): string {
  const json = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, item) {
    // JSON.stringify has already called the toJSON method of a date.
    const original = this[name];
    return original instanceof Date ? rules.timestamp(original) : item;
  });
  return rules.serialize(json);
}
