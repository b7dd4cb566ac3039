import { KnowledgeBase, NotFoundError, UnauthorizedError } from "@knowledge-base/sdk";
import { createHandlers } from "@knowledge-base/server/msw";
import { setupWorker } from "msw/browser";
import { describe, expect, it, onTestFinished } from "vitest";
import { openServer } from "../open-server.ts";
import { operationCalls } from "./operation-calls.ts";

type Connect = (apiKey?: string) => KnowledgeBase;

/** The client uses the `fetch` of the server. */
async function connectDirectly(): Promise<Connect> {
  const { baseUrl, apiKey, fetch } = openServer();
  return (key = apiKey) => new KnowledgeBase({ baseUrl, apiKey: key, fetch, dangerouslyAllowBrowser: true });
}

/** The client uses the `fetch` of the page, and a service worker responds. */
async function connectThroughWorker(): Promise<Connect> {
  const server = openServer();
  const worker = setupWorker(...createHandlers(server));
  await worker.start({ onUnhandledFrame: "error", quiet: true });
  onTestFinished(() => worker.stop());
  const { baseUrl, apiKey } = server;
  return (key = apiKey) => new KnowledgeBase({ baseUrl, apiKey: key, dangerouslyAllowBrowser: true });
}

describe.each([
  ["server.fetch", connectDirectly],
  ["setupWorker", connectThroughWorker],
])("the client in a page, over %s", (_, open) => {
  it.each(Object.entries(operationCalls))("calls %s", async (_id, { call, output }) => {
    const connect = await open();
    expect(await call(connect(), "brain_tides")).toEqual(output);
  });

  it.each(Object.entries(operationCalls))("is rejected without a valid key: %s", async (_id, { call }) => {
    const connect = await open();
    await expect(call(connect("stranger"), "brain_tides")).rejects.toThrow(UnauthorizedError);
  });

  it.each(Object.entries(operationCalls))(
    "does not find the brain of another organization: %s",
    async (_id, { call }) => {
      const connect = await open();
      await expect(call(connect(), "brain_south")).rejects.toThrow(NotFoundError);
    },
  );
});
