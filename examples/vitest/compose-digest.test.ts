import { NotFoundError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createHandlers, strictListenOptions } from "@knowledge-base/server/msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { composeDigest } from "./compose-digest.ts";

const server = createReferenceServer({
  baseUrl: "https://kb.example.com",
  seed: demoSeed(),
});
const interception = setupServer(...createHandlers(server));
const brainId = "brain_operations";

beforeAll(() => {
  interception.listen(strictListenOptions);
  vi.stubEnv("KNOWLEDGE_BASE_URL", server.baseUrl);
  vi.stubEnv("KNOWLEDGE_BASE_API_KEY", server.apiKey);
});
beforeEach(() => server.reset());
afterAll(() => interception.close());

test("shows the three pages on top", async () => {
  expect((await composeDigest(brainId)).split("\n")).toEqual([
    expect.stringContaining(
      "**Electric fleet programme**: The move from diesel to electric",
    ),
    expect.stringContaining(
      "**Weather limits: wind, fog, ice**: When we sail, slow down or stop.",
    ),
    expect.stringContaining(
      "**Charging arm: procedure at the berth**: How to connect, charge and leave",
    ),
  ]);
});

test("shows what a page says now", async () => {
  server.control.pages.edit({
    brainId,
    slug: "weather-limits",
    summary: "When the ferry stays in port.",
  });
  expect(await composeDigest(brainId)).toContain(
    "- **Weather limits: wind, fog, ice**: When the ferry stays in port.",
  );
});

test("retries after a 503", async () => {
  server.faults.add({
    operation: "promptIndex.get",
    kind: "status",
    status: 503,
    retryAfter: 0,
  });
  expect(await composeDigest(brainId)).toContain("Electric fleet programme");
  expect(server.journal.entries().map(({ status }) => status)).toEqual([503, 200]);
});

test("fails if there is no such brain", async () => {
  await expect(composeDigest("brain_nobody")).rejects.toThrow(NotFoundError);
});
