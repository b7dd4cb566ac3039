import type { CallOptions, ClientOptions } from "@knowledge-base/sdk";
import { KnowledgeBase, TimeoutError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { expectRejection } from "../expect-rejection.ts";
import { recordRequests } from "../record-requests.ts";
import { baseUrl, createClient, getIndex, secretKey } from "./create-client.ts";

/** Settings of an application, whose class has getters. */
class Settings implements ClientOptions {
  readonly #recorded = recordRequests(async () => Response.json([]));

  get baseUrl() {
    return baseUrl;
  }

  get apiKey() {
    return secretKey;
  }

  get headers() {
    return { "x-app": "1" };
  }

  get fetch() {
    return this.#recorded.fetch;
  }

  /** Returns a header of each request. */
  sent(name: string) {
    return this.#recorded.requests.map(({ headers }) => headers[name]);
  }
}

describe("options that are getters of a class", () => {
  it("are those of a client and of a client with other options", async () => {
    const settings = new Settings();
    await getIndex(new KnowledgeBase(settings));
    await getIndex(new KnowledgeBase(settings).withOptions({ retries: 0 }));
    await getIndex(new KnowledgeBase({ headers: { "x-app": "2" } }).withOptions(settings));
    expect(settings.sent("x-api-key")).toEqual([secretKey, secretKey, secretKey]);
    expect(settings.sent("x-app")).toEqual(["1", "1", "1"]);
  });

  it("are those of a call", async () => {
    class Limits implements CallOptions {
      get timeout() {
        return 5;
      }
    }
    const kb = createClient(() => new Promise(() => {}), { retries: 0 });
    await expectRejection(TimeoutError, kb.promptIndex.get({ brainId: "b" }, new Limits()));
  });
});
