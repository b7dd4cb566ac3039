import { expect, it } from "vitest";
import { createClient } from "./create-client.ts";

const brainId = "brain_operations";
const notFound = createClient(async () => Response.json({}, { status: 404 }));
const unreachable = createClient(() => Promise.reject(new TypeError("fetch failed")));

it.each([
  ["a response", () => notFound.promptIndex.get({ brainId })],
  ["a connection", () => unreachable.promptIndex.get({ brainId }, { retries: 0 })],
  ["the input", () => notFound.promptIndex.get({ brainId: "" })],
])("the stack of an error of %s leads to the function that awaited the call", async (_, call) => {
  async function handleRequestOfUser() {
    await call();
  }
  const error: Error = await handleRequestOfUser().then(
    () => expect.unreachable(),
    (thrown) => thrown,
  );
  expect(error.stack).toContain("handleRequestOfUser");
});
