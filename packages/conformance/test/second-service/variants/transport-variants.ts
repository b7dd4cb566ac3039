import type { IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { changeReply } from "../rules/change-reply.ts";
import type { RuleChange } from "../rules/rule-change.ts";
import type { Variant } from "./variant.ts";

/** Adds headers to all responses. */
function adds(added: Readonly<Record<string, string>>): RuleChange {
  return changeReply(({ headers }) => ({ headers: { ...headers, ...added } }));
}

function acceptsGzip(headers: IncomingHttpHeaders): boolean {
  return headers["accept-encoding"]?.toString().includes("gzip") ?? false;
}

/** Refuses every eighth request. */
function limitsRate(retryAfter: () => string): RuleChange {
  return (rules) => {
    let count = 0;
    return {
      intercept: (request) => {
        count += 1;
        if (count % 8 !== 0) return rules.intercept(request);
        return { status: 429, headers: { "retry-after": retryAfter() }, value: { message: "Too many requests" } };
      },
    };
  };
}

const notShown = "Nothing is said about it: the specification describes paths, the header `x-api-key` and JSON bodies.";
const rateLimits = '"Rate limits and request size limits: not shown", and 429 is named as a status that is not shown.';

/** Differences in HTTP itself. */
export const transportVariants = {
  "base-path": {
    reason: '"All paths below are relative to {base_url}", which may contain a path.',
    change: () => ({ basePath: "/knowledge/api" }),
  },
  "base-path-behind-proxy": {
    reason: "A proxy removes the base path before the service sees it, so the `path` of errors lacks it.",
    change: (rules) => ({
      basePath: "/knowledge/api",
      errorPath: (request) => rules.errorPath(request).replace("/knowledge/api", ""),
    }),
  },
  "rate-limit-in-seconds": { reason: rateLimits, change: limitsRate(() => "1") },
  "rate-limit-with-date": { reason: rateLimits, change: limitsRate(() => new Date(Date.now() + 1000).toUTCString()) },
  "gzip-compression": {
    reason: `${notShown} Clients that accept gzip may receive it.`,
    change: (rules) => ({
      send: (response, text) => {
        if (!acceptsGzip(response.req.headers)) return rules.send(response, text);
        response.setHeader("content-encoding", "gzip");
        response.end(gzipSync(text));
      },
    }),
  },
  "chunked-bodies": {
    reason: notShown,
    change: () => ({
      send: (response, text) => {
        // The first chunk may end inside a character.
        const bytes = Buffer.from(text);
        response.write(bytes.subarray(0, bytes.length / 2));
        response.end(bytes.subarray(bytes.length / 2));
      },
    }),
  },
  "connection-close": { reason: notShown, change: adds({ connection: "close" }) },
  "extra-headers": {
    reason: notShown,
    change: adds({ "x-request-id": "7f3c", "strict-transport-security": "max-age=1", "set-cookie": "session=1" }),
  },
  "content-type-with-charset": {
    reason: notShown,
    change: adds({ "content-type": "application/json; charset=utf-8" }),
  },
  "content-type-in-capitals": {
    reason: "Media types are not case-sensitive (RFC 9110).",
    change: adds({ "content-type": "Application/JSON" }),
  },
  "cors-headers": {
    reason: notShown,
    change: adds({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "retry-after",
      vary: "Origin",
    }),
  },
  "slow-responses": {
    reason: "No time limit is given.",
    change: (rules) => {
      let count = 0;
      return changeReply(async () => {
        count += 1;
        if (count % 10 === 0) await wait(300);
        return {};
      })(rules);
    },
  },
  "indented-json": {
    reason: notShown,
    change: () => ({ serialize: (json) => JSON.stringify(JSON.parse(json), undefined, 2) }),
  },
  "escaped-json": {
    reason: "JSON may escape any character.",
    change: () => ({
      serialize: (json) =>
        json.replaceAll(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`),
    }),
  },
  "integers-with-fraction": {
    reason: "JSON has no integers: 1.0 is the number 1.",
    change: () => ({ serialize: (json) => json.replaceAll(/"(version|statusCode)":(\d+)/g, '"$1":$2.0') }),
  },
} satisfies Readonly<Record<string, Variant>>;
