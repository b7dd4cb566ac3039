import type { Operation } from "@knowledge-base/types";
import type { Schema } from "@knowledge-base/types/internal";

/** A query as it was sent: the texts of each known field, and the names of other parameters. */
export interface ReadQuery {
  /** A list for a field that is a list or was sent more than once, otherwise a text. */
  readonly fields: Readonly<Record<string, string | readonly string[]>>;
  readonly unknownNames: readonly string[];
}

/** Reads a query, without its question mark, that a client has written for an operation. */
export function readQuery({ query, queryArrays }: Pick<Operation, "query" | "queryArrays">, text: string): ReadQuery {
  const shape = query?._zod.def.shape ?? {};
  const lists = new Map<string, string[]>();
  const unknownNames: string[] = [];
  for (const { pair, written, value } of text.split("&").flatMap(readPair)) {
    const name = queryArrays === "brackets" && written.endsWith("[]") ? written.slice(0, -2) : written;
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!schema) {
      unknownNames.push(written);
      continue;
    }
    // A comma inside of an element is encoded, so that the text is divided before it is decoded.
    const isDivided = isArray(schema) && queryArrays === "comma";
    const values = isDivided
      ? pair
          .replace(/^[^=]*=?/, "")
          .split(",")
          .map(decode)
      : [value];
    const list = lists.get(name) ?? [];
    for (const element of values) list.push(element);
    lists.set(name, list);
  }
  const fields = Array.from(lists, ([name, values]) => {
    const [first = ""] = values;
    return [name, values.length === 1 && !isArray(shape[name] as Schema) ? first : values] as const;
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
