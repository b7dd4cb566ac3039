import type { KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import { targetErrors as targetErrorTexts } from "../../packages/conformance/src/target/target-error.ts";
import { statuses } from "../../packages/server/src/http-control/http-error.ts";
import clientErrorTexts from "./client-errors.json" with { type: "json" };
import controlErrorTexts from "./control-errors.json" with { type: "json" };
import { markdownTable } from "./markdown.ts";

interface ErrorText {
  /** When the error is thrown, to be read after "Thrown". */
  readonly when: string;
  readonly remedy: string;
  /** Whether the client retries, beginning with Yes or No. */
  readonly retried: string;
}

/** When each error of the client is thrown, and what to do about it. */
export const errorTexts: Readonly<Record<KnowledgeBaseErrorCode, ErrorText>> = clientErrorTexts.errors;

const clientErrorEntries = Object.entries(errorTexts) as [KnowledgeBaseErrorCode, ErrorText][];

/** Names of error classes that do not follow from their code, as `RateLimitError` does from `rate_limit`. */
const otherNames: Partial<Record<KnowledgeBaseErrorCode, string>> = {
  aborted: "AbortError",
  oauth_callback: "OAuthCallbackError",
};

function classOf(code: KnowledgeBaseErrorCode): string {
  const words = code.replace(/_error$/, "").split("_");
  return otherNames[code] ?? `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Error`;
}

/** Returns a link from a document in a folder of `docs/` to the class of an error. */
export function linkToClass(code: KnowledgeBaseErrorCode): string {
  const name = classOf(code);
  const file =
    code === "oauth_callback" ? "oauth-callback-error" : statusCodes.has(code) ? "status-errors" : "call-errors";
  return `[\`${name}\`](../../packages/sdk/src/errors/${file}.ts)`;
}

/** The codes of errors that are thrown for an error status. */
const statusCodes: ReadonlySet<KnowledgeBaseErrorCode> = new Set([
  "bad_request",
  "unauthorized",
  "not_found",
  "rate_limit",
  "server_error",
  "api_error",
]);

/** Returns a table of the errors of the client. */
export function clientErrorTable(): string {
  const rows = clientErrorEntries.map(([code, { when, retried }]) => {
    const name = classOf(code);
    const [isRetried = ""] = /^\w+/.exec(retried) ?? [];
    const firstSentence = when.replace(/\. .*$|\.$/, "");
    return [`\`${code}\``, `[\`${name}\`](#${name.toLowerCase()})`, firstSentence, isRetried.toLowerCase()];
  });
  return markdownTable(["code", "class", "thrown", "retried"], rows);
}

/** Returns a section for each error of the client. */
export function clientErrors(): string {
  const sections = clientErrorEntries.map(([code, { when, remedy, retried }]) => {
    const facts = {
      Code: `\`${code}\``,
      Class: linkToClass(code),
      When: `Thrown ${when}`,
      Remedy: remedy,
      Retried: retried,
    };
    return `### ${classOf(code)}\n\n${listOf(facts)}`;
  });
  return sections.join("\n\n");
}

// Codes of different packages are the same, so the entries below have no headings.

/** Returns an entry for each problem that an `OAuthCallbackError` can have. */
export function callbackProblems(): string {
  const entries = Object.entries(clientErrorTexts.callbackProblems).map(([problem, remedy]) =>
    entryOf(problem, { Remedy: remedy }),
  );
  return entries.join("\n\n");
}

/** Returns an entry for each error of the controls. */
export function controlErrors(): string {
  const codes = Object.keys(statuses) as (keyof typeof statuses)[];
  const entries = codes.map((code) => {
    const { when, remedy } = controlErrorTexts[code];
    // The client of the controls throws this one without a response.
    const status = code === "unreachable" ? "" : ` (status ${statuses[code]})`;
    return entryOf(code, { When: `Occurs ${when}`, Remedy: remedy }, status);
  });
  return entries.join("\n\n");
}

/** Returns an entry for each error that prevents a run of the conformance suite. */
export function targetErrors(): string {
  const entries = Object.entries(targetErrorTexts).map(([code, { when, remedy }]) =>
    entryOf(code, { When: `Thrown ${when}`, Remedy: remedy }),
  );
  return entries.join("\n\n");
}

function entryOf(code: string, facts: Readonly<Record<string, string>>, status = ""): string {
  return `**\`${code}\`${status}**\n\n${listOf(facts)}`;
}

function listOf(facts: Readonly<Record<string, string>>): string {
  const lines = Object.entries(facts).map(([name, text]) => `- **${name}:** ${text}`);
  return lines.join("\n");
}
