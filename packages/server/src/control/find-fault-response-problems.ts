import { choices } from "../choices.ts";
import { findJsonProblem, type JsonProblem } from "../json-value.ts";

const { depth, headersBytes, sizeBytes } = choices.faults;

/** Headers that describe the connection, or the form in which it carries the body. Every adapter sets them itself. */
const reservedHeaders: ReadonlySet<string> = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** Returns the first problems of the headers of a planned response. */
export function findHeaderProblems(headers: unknown): JsonProblem[] {
  if (typeof headers !== "object" || headers === null) return [];
  const problems: JsonProblem[] = [];
  const names = new Set<string>();
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (problems.length === choices.listedProblems) break;
    const message = findNameProblem(name, names) ?? findValueProblem(value);
    if (message !== undefined) problems.push({ path: ["headers", name], message });
    names.add(name.toLowerCase());
    size += name.length + String(value).length;
  }
  if (size > headersBytes)
    problems.push({ path: ["headers"], message: `must have at most ${headersBytes} characters` });
  return problems;
}

function findNameProblem(name: string, names: ReadonlySet<string>): string | undefined {
  if (name === "__proto__" || !/^[!#$%&'*+.^_`|~\w-]+$/.test(name)) return "is not the name of a header";
  if (names.has(name.toLowerCase())) return "is given twice";
  if (reservedHeaders.has(name.toLowerCase())) return "must not be given: the server sets it itself";
  return undefined;
}

function findValueProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be a string";
  if (/^([!-~\x80-\xff]([\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/.test(value)) return undefined;
  return "must be printable Latin-1 text without spaces at its ends";
}

const statusesWithoutBody: readonly unknown[] = [204, 205, 304];

/** Returns the problems of the body of a planned response. */
export function findBodyProblems({ status, body }: Readonly<Record<string, unknown>>): JsonProblem[] {
  if (body === undefined) return [];
  if (statusesWithoutBody.includes(status)) {
    return [
      { path: ["body"], message: `must not be given, because a response with status ${String(status)} has none` },
    ];
  }
  const problem = findJsonProblem(body, { depth, values: sizeBytes }, ["body"]);
  return problem ? [problem] : [];
}
