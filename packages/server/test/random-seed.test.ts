import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import type { OAuthStart } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import { frozenTime } from "./open-server.ts";
import { send } from "./send.ts";

/** A server without a seed, whose default organization has a brain. */
function openWith(randomSeed: string): ReferenceServer {
  const server = createReferenceServer({ randomSeed, clock: { now: () => Date.parse(frozenTime) } });
  const [{ id: organizationId } = { id: "" }] = server.snapshot().organizations;
  server.seed({ version: 1, brains: [{ id: "brain_tides", organizationId, name: "Tides" }] });
  return server;
}

async function stateOf(server: ReferenceServer): Promise<{ content: unknown; signature: string | undefined }> {
  const { body } = await send(server, "POST /v1/brains/brain_tides/messaging/oauth/start");
  const state = new URL((body as OAuthStart).authorizationUrl).searchParams.get("state") ?? "";
  const [content = "", signature] = state.split(".");
  return { content: JSON.parse(Buffer.from(content, "base64url").toString("utf8")), signature };
}

describe("a random seed", () => {
  // A run is the same in every release.
  it("always yields the same key, ids and secret", async () => {
    const server = openWith("seed ü 1");
    expect(server.apiKey).toBe("key_paaashw02509p92j");
    expect(server.snapshot().organizations).toStrictEqual([
      { id: "organization_gsq7rdjjmtqnp62a", name: "Default organization" },
    ]);
    expect(await stateOf(server)).toStrictEqual({
      content: {
        brainId: "brain_tides",
        organizationId: "organization_gsq7rdjjmtqnp62a",
        nonce: "nonce_2wvhp5ydmwh0mjvh",
        expiresAt: "2026-07-01T12:10:00.000Z",
      },
      signature: "3uHiP6TpsnLirjaOW5JJcXV3BIfn12-mfIpnRQV5xB8",
    });
  });

  it("may be empty", () => {
    expect(openWith("").apiKey).not.toBe(openWith("knowledge-base").apiKey);
  });
});
