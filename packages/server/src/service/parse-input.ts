import type { Operation } from "@knowledge-base/types";
import {
  formatIssue,
  type ObjectSchema,
  parseSync,
  readQuery,
  type Schema,
  type ValidationIssue,
} from "@knowledge-base/types/internal";
import type { InputParts } from "../input-fields.ts";
import { isJsonType } from "../is-json-type.ts";
import { strictObjectSchema } from "../object-schema.ts";
import { HttpError } from "../operations/http-error.ts";
import { quoteWhole } from "../quote-whole.ts";

/** Input of an operation, decoded and validated against the contract. */
export interface ParsedInput extends InputParts {
  /** Fields of query and body that the contract does not define, such as `body.colour`. */
  readonly ignoredFields: readonly string[];
}

/** The parts of a request that contain input, as they were sent. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: string;
  readonly contentType: string | null;
  readonly contentEncoding: string | null;
  readonly body: string;
}

export interface ParseOptions {
  /** Rejects body fields that the contract does not define. */
  readonly strictBodies: boolean;
  /** Returns a message for each field of query and body that the contract allows and this server does not. */
  readonly check: (input: Pick<ParsedInput, "query" | "body">) => readonly string[];
}

/**
 * Reads and validates the input of an operation.
 *
 * @throws {@link HttpError} 400 with a message for each invalid field
 */
export function parseInput(operation: Operation, raw: RawInput, { strictBodies, check }: ParseOptions): ParsedInput {
  const pathMessages: string[] = [];
  const messages: string[] = [];
  const ignoredFields: string[] = [];
  const params = readParams(raw.params, pathMessages);
  const query = operation.query && parseQuery(operation, operation.query, raw.query, messages, ignoredFields);
  const body = operation.body && readBody(operation.body, raw, strictBodies, messages, ignoredFields);
  if (messages.length === 0) messages.push(...check({ query, body }));
  messages.unshift(...pathMessages);
  if (messages.length > 0) throw new HttpError(400, messages);
  return { params, query, body, ignoredFields };
}

function readParams(encoded: RawInput["params"], messages: string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const name in encoded) {
    const text = encoded[name] as string;
    try {
      params[name] = text.includes("%") ? decodeURIComponent(text) : text;
    } catch {
      messages.push(`${name} must be percent-encoded UTF-8`);
    }
  }
  return params;
}

function parseQuery(
  operation: Operation,
  schema: ObjectSchema,
  text: string,
  messages: string[],
  ignoredFields: string[],
): unknown {
  const { fields, unknownNames } = readQuery(operation, text);
  const query = Object.entries(fields).map(([name, value]) => {
    if (!isNumeric(schema._zod.def.shape[name])) return [name, value];
    return [name, typeof value === "string" ? toNumber(value) : value.map(toNumber)];
  });
  ignoredFields.push(...unknownNames.map((name) => `query.${name}`));
  return validatePart(schema, Object.fromEntries(query), "query", messages);
}

function readBody(
  schema: ObjectSchema,
  raw: RawInput,
  strict: boolean,
  messages: string[],
  ignoredFields: string[],
): unknown {
  if (raw.body === "") return {};
  if (!isJsonType(raw.contentType)) {
    messages.push("Content-Type must be application/json");
    return undefined;
  }
  const encoding = raw.contentEncoding ?? "identity";
  if (encoding.toLowerCase() !== "identity") {
    messages.push(`body must not be compressed: its Content-Encoding is ${quoteWhole(encoding)}`);
    return undefined;
  }
  let body: unknown;
  try {
    body = JSON.parse(raw.body);
  } catch (error) {
    messages.push(
      isBinary(raw.body)
        ? "body must be JSON in UTF-8, and is no text: it may be compressed"
        : `body must be JSON: ${(error as SyntaxError).message}`,
    );
    return undefined;
  }
  if (typeof body === "object" && body !== null) collectIgnoredFields(schema, Object.keys(body), "body", ignoredFields);
  return validatePart(
    strict ? strictObjectSchema<Record<string, unknown>>(schema._zod.def.shape) : schema,
    body,
    "body",
    messages,
  );
}

function collectIgnoredFields(
  schema: ObjectSchema,
  names: Iterable<string>,
  part: string,
  ignoredFields: string[],
): void {
  const { shape } = schema._zod.def;
  for (const name of names) if (!Object.hasOwn(shape, name)) ignoredFields.push(`${part}.${name}`);
}

function validatePart(schema: ObjectSchema, value: unknown, part: string, messages: string[]): unknown {
  const validation = parseSync(schema, value);
  if (validation.ok) return validation.value;
  messages.push(...validation.issues.map((issue) => formatIssue(describeText(issue, schema, value), part)));
  return undefined;
}

/** Shows the text of a parameter that is no number: every parameter of a query is text. */
function describeText(issue: ValidationIssue, schema: ObjectSchema, value: unknown): ValidationIssue {
  const [name] = issue.path;
  const field = schema._zod.def.shape[String(name)];
  const text: unknown = Reflect.get(Object(value), String(name));
  if (typeof text !== "string" || !field || !isNumeric(field)) return issue;
  return { ...issue, message: `must be a number, not ${quoteWhole(text)}` };
}

/** Checks for characters that JSON has no use for, and for bytes that are no UTF-8. */
function isBinary(body: string): boolean {
  return /[^\t\n\r\x20-\ufffc\ufffe\uffff]/.test(body);
}

/** Returns whether a field is a number, or a list of numbers. */
function isNumeric(schema: Schema | undefined): boolean {
  const { type, innerType, element = innerType }: FieldDefinition = schema?._zod.def ?? { type: "unknown" };
  return element ? isNumeric(element) : type === "number";
}

interface FieldDefinition {
  readonly type: string;
  readonly innerType?: Schema;
  readonly element?: Schema;
}

/** Parses a decimal number. One that is too large to be exact is clamped, so that validation reports its range. */
function toNumber(text: string): number | string {
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  return Math.min(Math.max(Number(text), Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}
