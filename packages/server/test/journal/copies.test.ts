import { describe, expect, it } from "vitest";
import { getIndex, paths } from "../faults/calls.ts";
import { openServer } from "../open-server.ts";
import { overwriteValues } from "../overwrite-values.ts";
import { send } from "../send.ts";

describe("the entries of a journal", () => {
  it("cannot be changed by their readers", async () => {
    const server = openServer();
    const north = server.organization("org_north");
    await send(server, `GET ${paths.index}?limit=2&x=1`);
    const before = structuredClone(server.journal.entries());
    for (const { journal } of [server, north]) overwriteValues(journal.entries());
    expect(server.journal.entries()).toStrictEqual(before);
    expect(north.journal.entries()).toStrictEqual(before);
  });

  it("that were read do not change with later requests", async () => {
    const server = openServer();
    await getIndex(server);
    const read = server.journal.entries();
    await getIndex(server);
    server.journal.clear();
    expect(read).toHaveLength(1);
  });
});
