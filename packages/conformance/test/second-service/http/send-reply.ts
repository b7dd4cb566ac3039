import type { ServerResponse } from "node:http";
import type { Rules } from "../rules/rules.ts";
import type { Reply } from "./reply.ts";

/** Serializes and sends a response. */
export function sendReply(response: ServerResponse, reply: Reply, rules: Rules): void {
  response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
  if (reply.value === undefined) response.end();
  else rules.send(response, typeof reply.value === "string" ? reply.value : serialize(reply.value, rules));
}

function serialize(value: unknown, rules: Rules): string {
  const json = JSON.stringify(value, function (this: Readonly<Record<string, unknown>>, name, item) {
    // JSON.stringify has already called the toJSON method of a date.
    const original = this[name];
    return original instanceof Date ? rules.timestamp(original) : item;
  });
  return rules.serialize(json);
}
