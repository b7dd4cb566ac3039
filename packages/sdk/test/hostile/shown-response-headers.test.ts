import { describe, expect, it } from "vitest";
import { createClient, getIndex } from "./create-client.ts";

/** Returns the headers that an error shows of a response. */
async function readShownHeaders(headers: Readonly<Record<string, string>>) {
  const { error } = await getIndex(createClient(async () => new Response(null, { status: 403, headers }))).safe();
  return { ...error?.headers };
}

describe("the headers of an error", () => {
  it("do not contain cookies", async () => {
    expect(await readShownHeaders({ "set-cookie": "session=4711", etag: "a" })).toEqual({
      "set-cookie": "[redacted]",
      etag: "a",
    });
  });

  it("have at most 1,024 characters each", async () => {
    const shown = await readShownHeaders({ "x-long": "a".repeat(1025), "x-fits": "b".repeat(1024) });
    expect(shown).toEqual({ "x-long": "a".repeat(1024), "x-fits": "b".repeat(1024) });
  });

  it("are at most 100", async () => {
    const headers = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`x-${index}`, "a"]));
    expect(Object.keys(await readShownHeaders(headers))).toHaveLength(100);
  });
});
