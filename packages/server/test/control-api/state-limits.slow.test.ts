import { connect, withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { expect, it, vi } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";

// Half a gigabyte takes a few seconds, and more on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

const chunk = 16 * 1024 * 1024;
const encoder = new TextEncoder();

/** Streams a text, then one character again and again, and then another text. */
function streamRepeated(before: string, character: string, chunks: number, after: string): ReadableStream<Uint8Array> {
  const repeated = new Uint8Array(chunk).fill(character.charCodeAt(0));
  let left = chunks;
  return new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(before)),
    pull(controller) {
      left -= 1;
      if (left >= 0) return controller.enqueue(repeated);
      controller.enqueue(encoder.encode(after));
      controller.close();
    },
  });
}

it.each([
  ["whose length is not announced", streamRepeated("{", " ", 65, '"version":1}'), 413, /: it is larger than 1 GiB\.$/],
  [
    "with a record that is too large",
    streamRepeated('{"version":1,"pages":["', "x", 17, '"]}'),
    413,
    /: it has a record of more than 256 MiB \(line 1 column 23\)\.$/,
  ],
  [
    "with a record whose end is missing",
    streamRepeated('{"version":1,\n"pages":[{"id":1],{"id":', " ", 17, "1}]}"),
    400,
    /: it must be JSON in UTF-8 \(error at line 2 column 17\)\.$/,
  ],
])("a state %s is rejected, and nothing is restored", async (_name, body, status, message) => {
  const server = openServer();
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" as const };
  const response = await withControl(server)(`${server.baseUrl}/_control/server/restore`, init);
  expect(await read(response)).toMatchObject({ status, body: { error: { message: expect.stringMatching(message) } } });
  expect(server.snapshot()).toStrictEqual(buildState());
});

it("a connected server restores a state that is longer than the longest string, and returns it", async () => {
  const server = openServer();
  await using listener = await listen({ ...server, fetch: withControl(server) });
  const remote = await connect(listener.url);
  const organizations = Array.from({ length: 9 }, (_, index) => ({ id: `org_${index}`, name: "n".repeat(64_000_000) }));
  await remote.restore({ version: 1, organizations });
  const ids = (await remote.snapshot()).organizations.map(({ id, name }) => [id, name.length]);
  expect(ids).toEqual(organizations.map(({ id }) => [id, 64_000_000]));
});

it("a connected server does not send a state of more than 1 GiB", async () => {
  const server = openServer();
  let requests = 0;
  const remote = await connect(server.baseUrl, {
    fetch: (input, init) => {
      requests += 1;
      return withControl(server)(input, init);
    },
  });
  const name = "n".repeat(64_000_000);
  const organizations = Array.from({ length: 18 }, (_, index) => ({ id: `org_${index}`, name }));
  await expect(remote.restore({ version: 1, organizations })).rejects.toMatchObject({
    name: "ControlError",
    code: "too_large",
    message: "Failed to send a state: it is larger than 1 GiB.",
  });
  // The first one described the server.
  expect(requests).toBe(1);
});
