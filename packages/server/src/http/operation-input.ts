import { type Fields, fieldsOf } from "@knowledge-base/internal/json";
import { showValue } from "@knowledge-base/internal/texts";
import type { AnyObjectSchema, AnySchema, Operation, ValidationIssue } from "@knowledge-base/types";
import { definitionOf, formatIssue, shapeOf } from "@knowledge-base/types/internal";
import { locateSyntaxError } from "../basics/json-text.ts";
import type { Endpoint } from "./endpoint.ts";
import { type HttpRequest, hasMediaType, type RequestBody } from "./message.ts";
import type { Route } from "./router.ts";

interface ParsedFields {
  // Incomplete if there are problems.
  readonly parsed: Fields;
  readonly problems: readonly string[];
}

// Query or body, before it is parsed.
interface InputPart {
  readonly name: "query" | "body";
  readonly schema: AnyObjectSchema;
  readonly value: unknown;
}

/** The input of a request: path parameters, query parameters and body fields in one object. */
export class OperationInput {
  readonly endpoint: Endpoint;
  /** The fields of the operation as they were sent. */
  readonly sent: Record<string, unknown> = {};
  /** Fields of query and body that the operation doesn't define, such as `body.colour`. */
  readonly ignoredFields: string[] = [];
  readonly #params: Fields;
  readonly #parts: InputPart[] = [];
  readonly #problems: string[] = [];

  /** @param isStrict - whether a body field that the operation doesn't define is a problem */
  constructor({ endpoint, params }: Route, request: HttpRequest, sent: RequestBody, isStrict: boolean) {
    this.endpoint = endpoint;
    const { operation } = endpoint;
    const { query, body } = operation;
    for (const [name, text] of Object.entries(params)) this.sent[name] = this.#decode(name, text);
    this.#params = { ...this.sent };
    if (query) this.#readQuery(operation, query, request.query);
    if (body) this.#readBody(body, request, sent, isStrict);
  }

  #decode(name: string, text: string): string {
    if (!text.includes("%")) return text;
    try {
      return decodeURIComponent(text);
    } catch {
      this.#problems.push(`${name} must be percent-encoded UTF-8`);
      return text;
    }
  }

  #readQuery({ queryArrays }: Operation, schema: AnyObjectSchema, text: string): void {
    const shape = shapeOf(schema);
    const lists = new Map<string, string[]>();
    for (const pair of text.split("&")) {
      // The platform removes a question mark at the beginning of a query, and reads nothing from an empty pair.
      for (const [written, value] of new URLSearchParams(`&${pair}`)) {
        const name = queryArrays === "brackets" && written.endsWith("[]") ? written.slice(0, -2) : written;
        const field = Object.hasOwn(shape, name) ? shape[name] : undefined;
        if (!field) {
          this.ignoredFields.push(`query.${written}`);
          continue;
        }
        const list = lists.get(name) ?? [];
        lists.set(name, list);
        if (queryArrays === "comma" && isListSchema(field)) addElements(pair, list);
        else list.push(value);
      }
    }
    const fields = Array.from(lists, ([name, values]) => {
      const field = shape[name] as AnySchema;
      const read = readers[valueTypeOf(field)];
      const list = read ? values.map(read) : values;
      return [name, list.length === 1 && !isListSchema(field) ? list[0] : list];
    });
    this.#add({ name: "query", schema, value: Object.fromEntries(fields) });
  }

  #readBody(schema: AnyObjectSchema, request: HttpRequest, { text, isTooLarge }: RequestBody, isStrict: boolean): void {
    if (isTooLarge) return;
    if (text === "") {
      this.#add({ name: "body", schema, value: {} });
      return;
    }
    if (!hasMediaType(request.headers["content-type"], "application/json")) {
      this.#problems.push("Content-Type must be application/json");
      return;
    }
    const encoding = request.headers["content-encoding"] ?? "identity";
    if (encoding.toLowerCase() !== "identity") {
      this.#problems.push(`body must not be compressed: its Content-Encoding is ${showValue(encoding)}`);
      return;
    }
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch (error) {
      const isBinary = /[^\t\n\r\x20-\ufffc\ufffe\uffff]/.test(text);
      this.#problems.push(
        isBinary
          ? "body must be JSON in UTF-8, and is no text: it may be compressed"
          : `body must be JSON${locateSyntaxError(text, error)}`,
      );
      return;
    }
    const shape = shapeOf(schema);
    const names = typeof body === "object" && body !== null ? Object.keys(body) : [];
    const unknownNames = names.filter((name) => !Object.hasOwn(shape, name));
    for (const name of unknownNames) this.ignoredFields.push(`body.${name}`);
    if (isStrict && unknownNames.length > 0 && !Array.isArray(body))
      this.#problems.push(`body has unknown fields: ${unknownNames.join(", ")}`);
    this.#add({ name: "body", schema, value: body });
  }

  #add(part: InputPart): void {
    const shape = shapeOf(part.schema);
    const fields = typeof part.value === "object" ? (part.value as Fields | null) : null;
    for (const name in fields) if (Object.hasOwn(shape, name)) this.sent[name] = fields[name];
    this.#parts.push(part);
  }

  /** Parses the fields by the schemas of the operation. */
  async validate(): Promise<ParsedFields> {
    const { parse } = this.endpoint;
    const parsed: Record<string, unknown> = {};
    const problems = [...this.#problems];
    for (const { name, schema, value } of this.#parts) {
      const validation = await parse(schema, value);
      if (validation.ok) {
        Object.assign(parsed, validation.value);
        continue;
      }
      for (const issue of validation.issues)
        problems.push(formatIssue(name === "query" ? describeText(issue, schema, value) : issue, name));
    }
    // A field of the body must not replace a path parameter.
    return { parsed: Object.assign(parsed, this.#params), problems };
  }
}

// Names the text that isn't a number or boolean: to a schema, it is only a text, like every parameter of a query.
function describeText(issue: ValidationIssue, schema: AnyObjectSchema, value: unknown): ValidationIssue {
  const [name] = issue.path;
  const field = shapeOf(schema)[String(name)];
  const text = fieldsOf(value)[String(name)];
  const type = valueTypeOf(field);
  if (typeof text !== "string" || !(type in readers)) return issue;
  return { ...issue, message: `must be a ${type}, not ${showValue(text)}` };
}

const readers: Readonly<Record<string, (text: string) => unknown>> = { number: toNumber, boolean: toBoolean };

// Returns the type of a field, or of the elements of a list.
function valueTypeOf(schema: AnySchema | undefined): string {
  if (!schema) return "unknown";
  const { type, innerType, element, in: input } = definitionOf(schema);
  const inner = innerType ?? element ?? input;
  return inner ? valueTypeOf(inner) : type;
}

function toBoolean(text: string): boolean | string {
  return text === "true" || (text === "false" ? false : text);
}

// Parses a decimal number. Any other text is returned unchanged, also a fraction that a number can't express. A number that is too
// large to be exact is clamped, so that validation reports its range.
function toNumber(text: string): number | string {
  const value = Number(text);
  if (!/^-?\d+(\.\d+)?$/.test(text) || (text.includes(".") && Number.isInteger(value))) return text;
  return Math.min(Math.max(value, Number.MIN_SAFE_INTEGER), Number.MAX_SAFE_INTEGER);
}

// Adds the elements of a list that has commas between them. A comma inside of an element is encoded.
function addElements(pair: string, list: string[]): void {
  for (const element of pair.replace(/^[^=]*=?/, "").split(","))
    list.push(new URLSearchParams(`_=${element}`).get("_") ?? "");
}

function isListSchema(schema: AnySchema): boolean {
  const { type, innerType } = definitionOf(schema);
  return innerType ? isListSchema(innerType) : type === "array";
}
