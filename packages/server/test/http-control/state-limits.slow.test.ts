import { connect, withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { beforeAll, expect, it } from "vitest";
import { choices } from "../../src/choices.ts";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { read } from "./post.ts";

const mebibyte = 1024 * 1024;
const chunk = mebibyte / 4;

/** Smaller limits than the real ones of 1 GiB and 256 MiB. */
beforeAll(() => {
  const limits = { ...choices };
  Object.assign(choices, { stateLimitBytes: 16 * mebibyte, recordLimitBytes: 4 * mebibyte });
  return () => void Object.assign(choices, limits);
});
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
  ["whose length is not announced", streamRepeated("{", " ", 65, '"version":1}'), 413, /: it is larger than 16 MiB\.$/],
  [
    "with a record that is too large",
    streamRepeated('{"version":1,"pages":["', "x", 17, '"]}'),
    413,
    /: it has a record of more than 4 MiB \(line 1 column 23\)\.$/,
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

it("a connected server does not send a state that is too large", async () => {
  const server = openServer();
  let requests = 0;
  const remote = await connect(server.baseUrl, {
    fetch: (input, init) => {
      requests += 1;
      return withControl(server)(input, init);
    },
  });
  const name = "n".repeat(mebibyte);
  const organizations = Array.from({ length: 18 }, (_, index) => ({ id: `org_${index}`, name }));
  await expect(remote.restore({ version: 1, organizations })).rejects.toMatchObject({
    name: "ControlError",
    code: "too_large",
    message: "Failed to send a state: it is larger than 16 MiB.",
  });
  // The first one described the server.
  expect(requests).toBe(1);
});

it("a connected server restores a state that is longer than the longest string", { timeout: 120_000 }, async () => {
  Object.assign(choices, { stateLimitBytes: 1024 * mebibyte, recordLimitBytes: 256 * mebibyte });
  const server = openServer();
  await using listener = await listen({ ...server, fetch: withControl(server) });
  const remote = await connect(listener.url);
  const organizations = Array.from({ length: 9 }, (_, index) => ({ id: `org_${index}`, name: "n".repeat(64_000_000) }));
  await remote.restore({ version: 1, organizations });
  const ids = server.snapshot().organizations.map(({ id, name }) => [id, name.length]);
  expect(ids).toEqual(organizations.map(({ id }) => [id, 64_000_000]));
});
