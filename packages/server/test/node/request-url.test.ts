import { expect, it } from "vitest";
import { openListener, openServerListener } from "./open-listener.ts";
import { sendRaw } from "./raw-connection.ts";
import { parseResponses } from "./raw-responses.ts";

/** Every printable character but those with which a path or a URL ends. */
const characters = Array.from({ length: 94 }, (_, index) => String.fromCharCode(index + 33));

it("has the path and the query that the platform reads from the same text", async () => {
  const listener = await openListener(async ({ url }) => Response.json(url));
  const targets = characters
    .filter((character) => character !== "\\")
    .flatMap((character) => [`/a${character}b?c${character}d`, `/${character}./${character}${character}`]);
  const requests = targets.map((target) => `GET ${target} HTTP/1.1\r\nhost: a.test\r\n`);
  const responses = parseResponses(await sendRaw(listener, `${requests.join("\r\n")}connection: close\r\n\r\n`));
  // A request has no fragment.
  const urls = targets.map((target) => new Request(`http://a.test${target}`).url.replace(/#.*/s, ""));
  expect(responses.map(({ body }) => String(body).replace(/#.*/s, ""))).toEqual(urls);
});

it.each([
  ["A.test:80", "http://a.test"],
  ["a.test:8080", "http://a.test:8080"],
])("has, for the host %s, the origin %s", async (host, origin) => {
  const listener = await openServerListener();
  const head = `POST /v1/brains/brain_tides/messaging/oauth/start HTTP/1.1\r\nhost: ${host}\r\nx-api-key: key_north\r\n`;
  const [response] = parseResponses(await sendRaw(listener, `${head}connection: close\r\n\r\n`));
  expect(response).toMatchObject({ body: { authorizationUrl: expect.stringContaining(`${origin}/`) } });
});
