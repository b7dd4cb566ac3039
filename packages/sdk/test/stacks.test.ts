import { expect, it } from "vitest";
import { clientOf } from "./client-of.ts";

const brainId = "brain_operations";
const refusing = clientOf(async () => Response.json({}, { status: 404 }));
const unreachable = clientOf(() => Promise.reject(new TypeError("fetch failed")));

it.each([
  ["an answer", () => refusing.promptIndex.get({ brainId })],
  ["a connection", () => unreachable.promptIndex.get({ brainId }, { retries: 0 })],
  ["the input", () => refusing.promptIndex.get({ brainId: "" })],
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
