import type { Operation } from "../contract/operation.ts";
import type { Schema } from "../schema/schema.ts";

type QueryOf = Pick<Operation, "query" | "queryArrays">;

/** Writes the query of a URL, with its question mark. Values that are null or undefined, and empty lists, are left out. */
export function writeQuery({ queryArrays }: QueryOf, query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => {
    if (!Array.isArray(value)) return (value ?? undefined) === undefined ? [] : [writePair(name, encode(value))];
    if (queryArrays !== "comma") {
      return value.map((element) => writePair(queryArrays === "brackets" ? `${name}[]` : name, encode(element)));
    }
    return value.length === 0 ? [] : [writePair(name, value.map(encode).join(","))];
  });
  return pairs.length === 0 ? "" : `?${pairs.join("&")}`;
}

function writePair(name: string, encoded: string): string {
  return `${encode(name)}=${encoded}`;
}

function encode(value: unknown): string {
  return encodeURIComponent(String(value));
}

/** A query as it was sent: the texts of each field of its schema, and the names of other parameters. */
export interface ReadQuery {
  /** A list for a field that is a list or was sent more than once, otherwise a text. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly unknownNames: readonly string[];
}

/** Reads a query, without its question mark, that a client has written for an operation. */
export function readQuery({ query, queryArrays }: QueryOf, text: string): ReadQuery {
  const shape = query?._zod.def.shape ?? {};
  const lists = new Map<string, string[][]>();
  const unknownNames: string[] = [];
  for (const { pair, written, value } of text.split("&").flatMap(readPair)) {
    const name = queryArrays === "brackets" && written.endsWith("[]") ? written.slice(0, -2) : written;
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) {
      unknownNames.push(written);
      continue;
    }
    const isList = isArray(schema);
    // A comma inside of an element is encoded, so that the text is divided before it is decoded.
    const values =
      isList && queryArrays === "comma"
        ? pair
            .replace(/^[^=]*=?/, "")
            .split(",")
            .map(decode)
        : [value];
    const known = lists.get(name);
    if (known) known.push(values);
    else lists.set(name, [values]);
  }
  const fields = Array.from(lists, ([name, known]) => {
    const values = known.flat();
    const isText = values.length === 1 && !isArray(shape[name] as Schema);
    return [name, isText ? (values[0] as string) : values] as const;
  });
  return { fields: Object.fromEntries(fields), unknownNames };
}

/** Reads a pair of a name and a value; none if it is empty. */
function readPair(pair: string) {
  // The platform removes a question mark at the beginning of a query.
  return Array.from(new URLSearchParams(`&${pair}`), ([written, value]) => ({ pair, written, value }));
}

function decode(text: string): string {
  return new URLSearchParams(`_=${text}`).get("_") ?? "";
}

function isArray(schema: Schema): boolean {
  const { type, innerType } = schema._zod.def as { readonly type: string; readonly innerType?: Schema };
  return innerType ? isArray(innerType) : type === "array";
}
