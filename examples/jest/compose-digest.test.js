const { NotFoundError } = require("@knowledge-base/sdk");
const { createReferenceServer } = require("@knowledge-base/server");
const { demoSeed } = require("@knowledge-base/server/demo");
const { composeDigest } = require("./compose-digest");

const server = createReferenceServer({ seed: demoSeed() });
const brainId = "brain_operations";

beforeEach(() => {
  server.reset();
  const { baseUrl, apiKey, fetch } = server;
  jest.spyOn(globalThis, "fetch").mockImplementation(fetch);
  jest.replaceProperty(process, "env", {
    KNOWLEDGE_BASE_URL: baseUrl,
    KNOWLEDGE_BASE_API_KEY: apiKey,
  });
});

afterEach(() => jest.restoreAllMocks());

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
