import { ConfigurationError, KnowledgeBase, KnowledgeBaseError } from "@knowledge-base/sdk";
import { describe, expect, it } from "vitest";
import { rejectionOf } from "./rejection.ts";
import { recordRequests } from "./sent-requests.ts";

const baseUrl = "https://kb.example.com";

function construct(apiKey: unknown): unknown {
  try {
    return new KnowledgeBase({ baseUrl, apiKey: apiKey as never });
  } catch (error) {
    return error;
  }
}

describe("an API key", () => {
  it.each([
    "kb_secret_7f3a\n",
    "\nkb_secret_7f3a",
    "kb_secret\r\nx-admin: 1",
    "kb_secret_7f3a ",
    " kb_secret_7f3a",
    "kb secret 7f3a",
    "kb_secret\t7f3a",
    "kb_secret\u00007f3a",
    "kb_secret_7f3a\u007f",
    "kb_sécret_7f3a",
    "kb_secret_7f3a…",
    "“kb_secret_7f3a”",
    "kb_secret_\ud800",
    "🎉",
  ])("is refused and never shown: %j", (apiKey) => {
    const error = construct(apiKey);
    expect(error).toBeInstanceOf(ConfigurationError);
    expect(error).toBeInstanceOf(KnowledgeBaseError);
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({
      name: "ConfigurationError",
      code: "configuration",
      message: "Failed to create a client: apiKey must be visible ASCII characters. Look for a line break in it.",
    });
    expect(String((error as Error).stack)).not.toContain(apiKey.trim());
  });

  it("is refused where it is empty", () => {
    expect(construct("")).toBeInstanceOf(ConfigurationError);
  });

  it.each([undefined, null, 5, true, {}, [], ["kb_secret_7f3a"]])(
    "is refused before a request where it is %j",
    async (key) => {
      const { requests, fetch } = recordRequests(async () => Response.json([]));
      const call = async () => {
        const kb = new KnowledgeBase({ baseUrl, apiKey: key as never, fetch });
        return kb.promptIndex.get({ brainId: "b" });
      };
      await rejectionOf(ConfigurationError, call());
      expect(requests).toEqual([]);
    },
  );

  it.each(["k", "kb_secret_7f3a", "!~", "a:b/c+d=", "x".repeat(2000)])("is sent as it is: %j", async (apiKey) => {
    const { requests, fetch } = recordRequests(async () => Response.json([]));
    await new KnowledgeBase({ baseUrl, apiKey, fetch }).promptIndex.get({ brainId: "b" });
    expect(requests.map(({ headers }) => headers["x-api-key"])).toEqual([apiKey]);
  });
});
