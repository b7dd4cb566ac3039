import { expect, it, onTestFinished } from "vitest";
import { openServer } from "../open-server.ts";

it("the OAuth flow works in a browser without URL.parse", async () => {
  const parse = Object.getOwnPropertyDescriptor(URL, "parse") ?? expect.fail();
  Reflect.deleteProperty(URL, "parse");
  onTestFinished(() => void Object.defineProperty(URL, "parse", parse));
  expect("parse" in URL).toBe(false);

  const server = openServer();
  const headers = { "x-api-key": server.apiKey };
  const started = await server.fetch(`${server.baseUrl}/v1/brains/brain_tides/messaging/oauth/start`, {
    method: "POST",
    headers,
  });
  const { authorizationUrl } = (await started.json()) as { authorizationUrl: string };
  expect((await server.fetch(authorizationUrl)).status).toBe(200);
  const decided = await server.fetch(authorizationUrl, {
    method: "POST",
    headers: { origin: "https://other.example", host: "knowledge-base.test" },
    body: new URLSearchParams({ decision: "deny", state: new URL(authorizationUrl).searchParams.get("state") ?? "" }),
    redirect: "manual",
  });
  expect(decided.status).toBe(403);
  expect(await server.control.oauth.approve({ authorizationUrl })).toMatchObject({ code: expect.any(String) });
  await expect(server.control.oauth.approve({ authorizationUrl: "no URL" })).rejects.toMatchObject({
    code: "invalid_input",
  });
});
