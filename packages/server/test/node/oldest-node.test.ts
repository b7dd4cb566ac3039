import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { expect, it, onTestFinished } from "vitest";
import { openServer } from "../open-server.ts";
import { sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

/** Removes a method that Node 22.0 does not have, until the test has finished. */
function remove(owner: object, name: string): void {
  const method = Object.getOwnPropertyDescriptor(owner, name) ?? expect.fail();
  Reflect.deleteProperty(owner, name);
  onTestFinished(() => void Object.defineProperty(owner, name, method));
}

it("a listener needs no method that Node 22.0 does not have", async () => {
  remove(URL, "parse");
  remove(Response.prototype, "bytes");
  remove(Request.prototype, "bytes");
  const server = openServer();
  await using listener = await listen({ ...server, fetch: withControl(server) });
  const send = async (text: string) => parseResponses(await sendRaw(listener, text))[0];
  const end = "connection: close\r\nx-api-key: key_north\r\n";

  expect(await send(`GET http://localhost/v1/x HTTP/1.1\r\nhost: localhost\r\n${end}\r\n`)).toMatchObject({
    status: 404,
    body: { path: "/v1/x" },
  });
  const restore = "POST /_control/server/restore HTTP/1.1\r\ncontent-type: application/json\r\n";
  expect(await send(`${restore}host: localhost\r\n${end}content-length: 99999999999\r\n\r\n{}`)).toMatchObject({
    status: 413,
    body: { error: { code: "too_large" } },
  });
  expect(await send(`${restore}host: evil.example\r\n${end}content-length: 2\r\n\r\n{}`)).toMatchObject({
    status: 403,
  });
});
