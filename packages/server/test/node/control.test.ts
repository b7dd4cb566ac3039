import { connect, withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { expect, it } from "vitest";
import { openServer } from "../open-server.ts";

it.each(["https://kb.test", "https://kb.test/kb"])("serves the controls of a server (%s)", async (baseUrl) => {
  const server = openServer({ baseUrl });
  await using listener = await listen({ ...server, fetch: withControl(server) });
  const remote = await connect(listener.url);
  const brain = await remote.control.brains.create({ name: "Fjord" });
  expect(server.snapshot().brains).toContainEqual(brain);
  const response = await fetch(`${remote.baseUrl}/v1/brains/${brain.id}/index`, {
    headers: { "x-api-key": remote.apiKey },
  });
  expect(await response.json()).toEqual([]);
});

it("returns links with the host that the client uses", async () => {
  const server = openServer({ baseUrl: "https://kb.test/kb" });
  await using listener = await listen(server);
  const url = listener.url.replace("127.0.0.1", "localhost");
  const response = await fetch(`${url}/v1/brains/brain_tides/messaging/oauth/start`, {
    method: "POST",
    headers: { "x-api-key": server.apiKey },
  });
  const { authorizationUrl } = await response.json();
  expect(authorizationUrl).toMatch(`${url}/`);
  const page = await fetch(authorizationUrl);
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
});
