import { KnowledgeBase } from "@knowledge-base/sdk";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { recordRequests } from "./record-requests.ts";

const options = { baseUrl: "https://kb.example.com", apiKey: "key" };
const brainId = "brain_operations";

function replaceGlobalFetch(fetch: typeof globalThis.fetch): void {
  vi.stubGlobal("fetch", fetch);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}

describe("without the option fetch a client", () => {
  it("uses the global fetch of the time of the call", async () => {
    const kb = new KnowledgeBase(options);
    const first = recordRequests(async () => Response.json([]));
    const second = recordRequests(async () => Response.json([]));
    replaceGlobalFetch(first.fetch);
    await kb.promptIndex.get({ brainId, limit: 1 });
    replaceGlobalFetch(second.fetch);
    await kb.promptIndex.get({ brainId, limit: 2 });
    expect([first.requests.length, second.requests.length]).toEqual([1, 1]);
    expect(second.requests[0]?.url).toBe("https://kb.example.com/v1/brains/brain_operations/index?limit=2");
  });

  it("does the same if the option is undefined", async () => {
    const kb = new KnowledgeBase({ ...options, fetch: undefined });
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    replaceGlobalFetch(fetch);
    await kb.promptIndex.get({ brainId });
    expect(requests).toHaveLength(1);
  });
});

describe("with the option fetch a client", () => {
  it("does not use the global fetch", async () => {
    const globally = recordRequests(async () => Response.json([]));
    const given = recordRequests(async () => Response.json([]));
    replaceGlobalFetch(globally.fetch);
    await new KnowledgeBase({ ...options, fetch: given.fetch }).promptIndex.get({ brainId });
    expect([globally.requests.length, given.requests.length]).toEqual([0, 1]);
  });
});

describe("the function that sends requests", () => {
  /** As a browser's own `fetch` does, this one throws if it is called as a method. */
  function browserFetch(this: unknown): Promise<Response> {
    if (this !== undefined && this !== globalThis) throw new TypeError("Illegal invocation");
    return Promise.resolve(Response.json([]));
  }

  it("is called as a plain function if it is an option", async () => {
    const kb = new KnowledgeBase({ ...options, fetch: browserFetch });
    expect(await kb.promptIndex.get({ brainId })).toEqual([]);
  });

  it("is called as a plain function if it is the global one", async () => {
    replaceGlobalFetch(browserFetch);
    expect(await new KnowledgeBase(options).promptIndex.get({ brainId })).toEqual([]);
  });
});
