import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { echo } from "./echo.ts";
import { openListener, openServerListener } from "./open-listener.ts";
import { sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

const end = "HTTP/1.1\r\nhost: a.test\r\nconnection: close\r\nx-api-key: key_north\r\n";

describe("the path of an error is the one that was requested", () => {
  it.each<[name: string, target: string, path: string]>([
    ["dot segments", "/v1/a/../b/./c?x=1", "/v1/a/../b/./c"],
    ["encoded dot segments", "/v1/%2e%2E/b", "/v1/%2e%2E/b"],
    ["backslashes", "/v1\\x?y", "/v1\\x"],
    ["characters that a URL would escape", '/v1/<"{a}|^`>', '/v1/<"{a}|^`>'],
    ["two slashes", "//b.test/v1", "//b.test/v1"],
    ["a fragment", "/v1/x#y?z", "/v1/x"],
    ["a second question mark", "/v1/x?y?z", "/v1/x"],
    ["the absolute form", "http://B.test:80/v1/./x?y=1", "/v1/./x"],
    ["the absolute form without a path", "http://b.test?y", "/"],
    ["the asterisk", "*", "*"],
  ])("%s", async (_name, target, path) => {
    const server = openServer();
    const listener = await openServerListener({}, server);
    const [response] = parseResponses(await sendRaw(listener, `DELETE ${target} ${end}\r\n`));
    expect(response).toMatchObject({ status: 404, body: { path, message: `Cannot DELETE ${path}` } });
    expect(server.journal.entries()).toMatchObject([{ path }]);
  });

  it("of a planned fault and of an operation", async () => {
    const server = openServer();
    server.faults.add({ kind: "status", status: 503 });
    const listener = await openServerListener({}, server);
    const path = "/v1/x/../brains/brain_moon/index";
    for (const status of [503, 404]) {
      const [response] = parseResponses(await sendRaw(listener, `GET ${path}?limit=1 ${end}\r\n`));
      expect(response).toMatchObject({ status, body: { path } });
    }
  });

  it("of a patch that cannot be applied, and of an unexpected failure", async () => {
    const server = openServer();
    server.faults.add({ kind: "json_patch", patch: [{ op: "remove", path: "/nope" }] });
    const listener = await openServerListener({}, server);
    const path = "/v1/x/../brains/brain_tides/index";
    const [patched] = parseResponses(await sendRaw(listener, `GET ${path}?limit=1 ${end}\r\n`));
    expect(patched).toMatchObject({ status: 500, body: { path } });

    let isBroken = false;
    const now = () => {
      if (!isBroken) return 0;
      isBroken = false;
      throw new Error("The clock stopped");
    };
    const failing = openServer({ clock: { now } });
    const other = await openServerListener({}, failing);
    isBroken = true;
    const [failed] = parseResponses(await sendRaw(other, `GET ${path}?limit=1 ${end}\r\n`));
    expect(failed).toMatchObject({ status: 500, body: { path, message: "The clock stopped" } });
  });

  it.each<[name: string, text: string, status: number, path: string]>([
    ["with an invalid header", "GET /a/../b?c HTTP/1.1\r\nbad header: a\r\n\r\n", 400, "/a/../b"],
    ["with an unknown method", `BREW /pot?milk ${end}\r\n`, 400, "/pot"],
    ["with an unknown version", "GET /a?b HTTP/9.9\r\n\r\n", 400, "/a"],
    ["with too many headers", `GET /a?b ${end}x: ${"x".repeat(40_000)}\r\n\r\n`, 431, "/a"],
    ["with an impossible chunk", `POST /a/./b?c ${end}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400, "/a/./b"],
    ["with two lengths", `POST /a?b ${end}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n`, 400, "/a"],
    ["to another scheme", `GET ftp://b.test/x?y ${end}\r\n`, 400, "ftp://b.test/x"],
    ["with the method CONNECT", `CONNECT b.test:443 ${end}\r\n`, 501, "b.test:443"],
    ["with the method TRACE", `TRACE /a/../b?c ${end}\r\n`, 501, "/a/../b"],
    ["with an impossible expectation", `GET /a/../b?c ${end}expect: miracles\r\n\r\n`, 417, "/a/../b"],
    ["with a body that is too large", `POST /a/../b?c ${end}content-length: 99\r\n\r\n`, 413, "/a/../b"],
    [
      "after another request",
      "GET /1 HTTP/1.1\r\nhost: a\r\n\r\nGET /2?3 HTTP/1.1\r\nbad header: a\r\n\r\n",
      400,
      "/2",
    ],
    ["without a request line", "\x16\x03\x01\x02\x00", 400, ""],
    ["with a path that is too large", `GET /${"x".repeat(100_000)} ${end}\r\n`, 431, ""],
  ])("of a request that the listener rejects: %s", async (_name, text, status, path) => {
    const listener = await openListener(echo, { bodyLimit: 10 });
    const responses = parseResponses(await sendRaw(listener, text));
    expect(responses.at(-1)).toMatchObject({ status, body: { path } });
  });

  it("of a request whose body arrives too late", async () => {
    const listener = await openListener(echo, { requestTimeout: 50 });
    const text = "POST /a/../b?c HTTP/1.1\r\nhost: a\r\ncontent-length: 10\r\n\r\nhello";
    expect(parseResponses(await sendRaw(listener, text))).toMatchObject([{ status: 408, body: { path: "/a/../b" } }]);
  });
});
