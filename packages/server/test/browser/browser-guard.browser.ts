import { ConfigurationError, KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";

describe("a client in a page", () => {
  it("throws, because every visitor of the page can read the key", async () => {
    const { baseUrl, apiKey, fetch } = openServer();
    const kb = () => new KnowledgeBase({ baseUrl, apiKey, fetch });
    expect(kb).toThrow(ConfigurationError);
    expect(kb).toThrow("in a browser, everyone can read the key. To allow this, set dangerouslyAllowBrowser.");
  });

  it("throws in a web worker, too", async () => {
    const worker = new Worker(new URL("./browser-guard.worker.ts", import.meta.url), { type: "module" });
    const message = await new Promise((resolve) => {
      worker.onmessage = ({ data }) => resolve(data);
    });
    worker.terminate();
    expect(message).toContain("set dangerouslyAllowBrowser");
  });

  it("runs if the option allows it", async () => {
    const { baseUrl, apiKey, fetch } = openServer();
    const kb = new KnowledgeBase({ baseUrl, apiKey, fetch, dangerouslyAllowBrowser: true });
    expect(await kb.promptIndex.get({ brainId: "brain_tides" })).toHaveLength(1);
  });
});
