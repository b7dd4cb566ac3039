import { connect } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { startServer } from "./start-server.ts";

it.concurrent("GET /_health needs no key", async () => {
  await using server = await startServer();
  const { url } = server;
  const response = await fetch(`${url}/_health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "ok" });
});

it.concurrent("the controls work through connect(url), beside the service", async () => {
  await using server = await startServer();
  const { url, apiKeys, send } = server;
  const { apiKey, control, journal } = await connect(url);
  expect([apiKey]).toEqual(apiKeys);
  const brain = await control.brains.create({ name: "Fjord" });
  await control.pages.create({ brainId: brain.id, title: "Ebb", body: "Low water." });
  const entries = await (await send(`/v1/brains/${brain.id}/index`)).json();
  expect(entries).toMatchObject([{ title: "Ebb" }]);
  expect(await journal.entries()).toMatchObject([{ operation: "promptIndex.get", status: 200 }]);
});

it.concurrent("GET /_control/openapi.json describes the controls", async () => {
  await using server = await startServer();
  const { url } = server;
  const document = await (await fetch(`${url}/_control/openapi.json`)).json();
  expect(document.paths).toHaveProperty("/_control/pages/edit.post");
});

it.concurrent("the controls reject pages in a browser", async () => {
  await using server = await startServer();
  const { url } = server;
  const headers = { origin: "http://localhost:3000" };
  const response = await fetch(`${url}/_control/server/reset`, { method: "POST", headers });
  expect(response.status).toBe(403);
});
