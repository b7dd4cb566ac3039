import type { Operation } from "@knowledge-base/types";
import { redactionPlaceholder, redactJson } from "@knowledge-base/types/internal";
import type { CallOptions } from "../options/client-options.ts";
import type { Settings } from "../options/settings.ts";
import { planCall } from "./call-plan.ts";
import { createRequestRedactor } from "./request-redactor.ts";

/** The request that a call would send. */
export interface RequestDescription {
  /** HTTP method. */
  readonly method: string;
  /** URL. */
  readonly url: string;
  /**
   * Headers. The key is redacted, and so are values of 8 characters or more of headers whose names have `auth`, `cookie`,
   * `key`, `secret` or `token` in them.
   */
  readonly headers: Readonly<Record<string, string>>;
  /** JSON body; undefined where there is none. */
  readonly body: string | undefined;
  /** Writes the request as a command for a shell, which takes the key from `KNOWLEDGE_BASE_API_KEY`. */
  readonly toCurl: () => string;
}

/** Describes the request that a call would send. */
export function describeRequest(
  operation: Operation,
  input: unknown,
  options: CallOptions | undefined,
  settings: Settings,
): RequestDescription {
  const { url, headers, body } = planCall(operation, input, options, settings);
  const shown = redactJson(headers, createRequestRedactor([], headers));
  const { method } = operation;
  return {
    method,
    url,
    headers: { ...shown, "x-api-key": redactionPlaceholder },
    body,
    toCurl: () =>
      [
        `curl --globoff -X ${method} ${quote(url)}`,
        `-H "x-api-key: $KNOWLEDGE_BASE_API_KEY"`,
        ...Object.entries(shown).map(([name, value]) => `-H ${quote(name + (value ? `: ${value}` : ";"))}`),
        ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
      ].join(" \\\n  "),
  };
}

/** A word of a POSIX shell that stands for a text. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
