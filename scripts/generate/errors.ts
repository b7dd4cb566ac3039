import type { KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import { errorClasses } from "../../packages/sdk/src/errors/error-table.ts";
import { controlStatuses } from "../../packages/server/src/basics/control-error.ts";
import texts from "./error-texts.json" with { type: "json" };
import { linkToSource, markdownTable } from "./markdown.ts";

interface ErrorText {
  readonly when: string;
  readonly remedy: string;
  readonly retried: string;
}

/** When each error of the client is thrown, and what to do about it. */
export const errorTexts: Readonly<Record<KnowledgeBaseErrorCode, ErrorText>> = texts.client;

/** Returns a link from a document in a folder of `docs/` to the class of an error. */
export function linkToClass(code: KnowledgeBaseErrorCode): string {
  const { name } = errorClasses[code];
  return linkToSource(`class ${name} `, `\`${name}\``);
}

/** Returns tables of messages with their causes and fixes, one for each topic. */
export function errorMessages(): string {
  const sections = Object.entries(texts.messages).map(([topic, messages]) => {
    const rows = messages.map(({ message, cause, fix }) => [`\`${message}\``, cause, fix]);
    return `## ${topic}\n\n${markdownTable(["message", "cause", "fix"], rows)}`;
  });
  return sections.join("\n\n");
}

export function clientErrors(): string {
  const entries = Object.entries(errorTexts) as [KnowledgeBaseErrorCode, ErrorText][];
  const rows = entries.map(([code, { when, remedy, retried }]) => [
    `${linkToClass(code)} \`${code}\``,
    when,
    remedy,
    retried,
  ]);
  return markdownTable(["class and code", "cause", "fix", "retried"], rows);
}

export function controlErrors(): string {
  const codes = Object.keys(controlStatuses) as (keyof typeof controlStatuses)[];
  const rows = codes.map((code) => {
    const { when, remedy } = texts.controls[code];
    // The client of the controls throws this one without a response.
    return [`\`${code}\``, code === "unreachable" ? "" : controlStatuses[code], when, remedy];
  });
  return markdownTable(["code", "status", "cause", "fix"], rows);
}
