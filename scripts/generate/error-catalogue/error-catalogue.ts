import type { AnyKnowledgeBaseError, KnowledgeBaseErrorCode } from "@knowledge-base/sdk";
import { targetErrorRemedies } from "../../../packages/conformance/src/target-error-remedies.ts";
import { callbackRemedies, errorRemedies } from "../../../packages/sdk/src/errors/error-remedies.ts";
import { controlErrorRemedies } from "../../../packages/server/src/control-api/control-error-remedies.ts";
import { markdownTable } from "../markdown-table.ts";
import { causeCallbackError, causeClientError, causeStatusError } from "./client-examples.ts";
import { causeControlError } from "./control-examples.ts";
import { causeTargetError } from "./target-examples.ts";

const sources = "../../packages/sdk/src/errors";

/** Statuses that the service, its framework or a gateway may respond with. */
const statuses = [400, 401, 403, 404, 408, 409, 413, 422, 425, 429, 500, 501, 502, 503, 504];

/** Writes a table of the errors of the client. */
export async function clientErrorTable(): Promise<string> {
  const rows = await mapEntries(errorRemedies, async (code, { when, retried }) => {
    const { name } = await causeClientError(code);
    return [`\`${code}\``, `[\`${name}\`](#${name.toLowerCase()})`, firstSentence(when), firstWord(retried)];
  });
  return markdownTable(["code", "class", "thrown", "retried"], rows);
}

/** Writes a section for each error of the client. */
export async function clientErrors(): Promise<string> {
  const sections = await mapEntries(errorRemedies, async (code, { when, remedy, retried }) => {
    const error = await causeClientError(code);
    checkRetried(code, retried, error);
    const facts = formatFacts([
      ["Code", `\`${code}\``],
      ["Class", `[\`${error.name}\`](${sources}/${toFileName(error.name)})`],
      ["When", `Thrown ${when}`],
      ["Remedy", remedy],
      ["Retried", retried],
      ["Example", quote(error.message)],
    ]);
    return `### ${error.name}\n\n${facts}`;
  });
  return sections.join("\n\n");
}

/** Writes an entry for each problem that an `OAuthCallbackError` can have. */
export async function callbackProblems(): Promise<string> {
  const entries = await mapEntries(callbackRemedies, async (problem, remedy) =>
    formatEntry(`\`${problem}\``, [
      ["Remedy", remedy],
      ["Example", quote((await causeCallbackError(problem)).message)],
    ]),
  );
  return entries.join("\n\n");
}

/** Writes a table of the error statuses, with the error and the retries of the client. */
export async function errorStatuses(): Promise<string> {
  const rows = await Promise.all(
    statuses.map(async (status) => {
      const { error, attempts } = await causeStatusError(status);
      return [status, `\`${error.name}\``, isRetried(attempts.idempotent), isRetried(attempts.unsafe)];
    }),
  );
  return markdownTable(["status", "class", "retried if idempotent", "retried if not idempotent"], rows);
}

/** Writes an entry for each error of the controls. */
export async function controlErrors(): Promise<string> {
  const entries = await mapEntries(controlErrorRemedies, async (code, { when, remedy }) => {
    const { status, message } = await causeControlError(code);
    return formatEntry(`\`${code}\`${status === undefined ? "" : ` (status ${status})`}`, [
      ["When", `Occurs ${when}`],
      ["Remedy", remedy],
      ["Example", quote(message)],
    ]);
  });
  return entries.join("\n\n");
}

/** Writes an entry for each error that prevents a run of the conformance suite. */
export async function targetErrors(): Promise<string> {
  const entries = await mapEntries(targetErrorRemedies, async (code, { when, remedy }) =>
    formatEntry(`\`${code}\``, [
      ["When", `Thrown ${when}`],
      ["Remedy", remedy],
      ["Example", quote(await causeTargetError(code))],
    ]),
  );
  return entries.join("\n\n");
}

/** Fails if the documentation and the client differ about whether a request is retried. */
function checkRetried(code: KnowledgeBaseErrorCode, retried: string, { attempts }: AnyKnowledgeBaseError): void {
  if (retried.startsWith("Yes") === attempts.length > 1) return;
  throw new Error(
    `The remedy of ${code} begins with "${firstWord(retried)}", but there were ${attempts.length} attempts.`,
  );
}

function isRetried(attempts: number): string {
  return attempts > 1 ? "yes" : "no";
}

function mapEntries<Key extends string, Value, Result>(
  table: Readonly<Record<Key, Value>>,
  format: (key: Key, value: Value) => Promise<Result>,
): Promise<Result[]> {
  const entries = Object.entries(table) as [Key, Value][];
  return Promise.all(entries.map(([key, value]) => format(key, value)));
}

type Facts = readonly (readonly [name: string, text: string])[];

/** Writes an entry without a heading, because codes of different packages are the same. */
function formatEntry(title: string, facts: Facts): string {
  return `**${title}**\n\n${formatFacts(facts)}`;
}

function formatFacts(facts: Facts): string {
  return facts.map(([name, text]) => `- **${name}:** ${text}`).join("\n");
}

function toFileName(className: string): string {
  const words = className.replace("OAuth", "Oauth").replaceAll(/(?<=[a-z])[A-Z]/g, "-$&");
  return `${words.toLowerCase()}.ts`;
}

function firstSentence(text: string): string {
  return text.replace(/\. .*$|\.$/, "");
}

function firstWord(text: string): string {
  return text.replace(/\W.*$/, "").toLowerCase();
}

/** Quotes a message as code on one line. */
function quote(message: string): string {
  return `\`${message.replaceAll(/\s*\n\s*/g, " ")}\``;
}
