import { JsonReader } from "./json-reader.ts";

/**
 * Parses the JSON text of a state, whose arrays are parsed record by record: the text may be longer than the longest string.
 * The result is that of `JSON.parse`, or undefined if there are no bytes at all.
 *
 * @param chunks - bytes of the text in UTF-8, in any portions
 * @param limit - largest number of bytes
 * @throws {@link StateTextError} if the text is not JSON, not UTF-8 or too large, and any error of the chunks
 */
export async function parseState(chunks: AsyncIterable<Uint8Array>, limit: number): Promise<unknown> {
  const reader = new JsonReader(chunks, limit);
  try {
    if (await reader.isEmpty()) return undefined;
    const state = (await reader.skip("{")) ? await readFields(reader) : await reader.readValue();
    if ((await reader.peek()) !== undefined) reader.fail();
    return state;
  } finally {
    await reader.close();
  }
}

async function readFields(reader: JsonReader): Promise<object> {
  const fields = new Map<string, unknown>();
  if (await reader.skip("}")) return {};
  do {
    const name = await reader.readString();
    if (!(await reader.skip(":"))) reader.fail();
    fields.set(name, (await reader.skip("[")) ? await readRecords(reader) : await reader.readValue());
  } while (await reader.skip(","));
  if (!(await reader.skip("}"))) reader.fail();
  return Object.fromEntries(fields);
}

async function readRecords(reader: JsonReader): Promise<unknown[]> {
  const records: unknown[] = [];
  if (await reader.skip("]")) return records;
  do for (const record of await reader.readElements()) records.push(record);
  while (await reader.skip(","));
  if (!(await reader.skip("]"))) reader.fail();
  return records;
}
