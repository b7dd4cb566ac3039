import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { describe, expect, it } from "vitest";
import { now, serverForms } from "./server-forms.ts";

const brainId = "brain_operations";

describe.each(serverForms)("oauth.start over %s", (_, open) => {
  it("returns the URL and the expiry of the service", async () => {
    const { kb, server } = open();
    const { baseUrl } = server;
    const twin = createReferenceServer({ seed: demoSeed(), clock: { now: () => Date.parse(now) }, baseUrl });
    const response = await twin.fetch(`${baseUrl}/v1/brains/brain_operations/messaging/oauth/start`, {
      method: "POST",
      headers: { "x-api-key": twin.apiKey },
    });
    const oauth = await kb.oauth.start({ brainId });
    expect(oauth).toEqual(await response.json());
    expect(oauth.expiresAt).toBe("2026-06-03T12:10:00.000Z");
    expect(oauth.authorizationUrl.startsWith(`${baseUrl}/_platform/oauth/authorize?state=`)).toBe(true);
  });

  it("returns a different URL each time", async () => {
    const { kb } = open();
    const [first, second] = [await kb.oauth.start({ brainId }), await kb.oauth.start({ brainId })];
    expect(first.authorizationUrl).not.toBe(second.authorizationUrl);
  });

  it("sends a request without a body", async () => {
    const { kb, requests, server } = open();
    await kb.oauth.start({ brainId });
    expect(requests).toEqual([
      {
        method: "POST",
        url: `${server.baseUrl}/v1/brains/brain_operations/messaging/oauth/start`,
        headers: { accept: "application/json", "x-api-key": "kb_demo_harbour_line" },
        body: null,
      },
    ]);
  });
});
