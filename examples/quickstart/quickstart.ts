import assert from "node:assert/strict";
import { BadRequestError, type IndexEntry, KnowledgeBase, NotFoundError, UnauthorizedError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { print, printRows, printStep, printTitle } from "./print.ts";

const server = createReferenceServer({ seed: demoSeed() });
server.clock.freeze("2026-07-01T12:00:00Z"); // for the same output each time
const kb = new KnowledgeBase(server.connection);

const brainId = "brain_operations";
const installationId = "installation_harbour_line";
const bindingId = "binding_bridge";

printTitle("Six operations of the service, called with the client on a server in this process");

printStep("promptIndex.get", "reads the top pages of a brain, to put them into a prompt");
const entries = await kb.promptIndex.get({ brainId, limit: 5 });
assert.equal(entries.length, 5);
assert(entries[0]?.pinned);
printRows(entries.map((entry) => [entry.pinned ? "pinned" : "", entry.pageType, entry.slug]));

printStep("pages.archive", "hides a page from the index, and keeps its content");
const slug = "weather-limits";
const before = await kb.promptIndex.get({ brainId, limit: 500 });
const page = await kb.pages.archive({ brainId, slug });
const after = await kb.promptIndex.get({ brainId, limit: 500 });
assert.equal(page.archived, true);
assert.deepEqual(
  slugs(after),
  slugs(before).filter((other) => other !== slug),
);
print(`"${page.title}" is ${page.status}; its version is still ${page.version}`);
print(`the index now has ${after.length} entries instead of ${before.length}`);

printStep("channels.list", "lists the channels of a connected workspace, to choose one from");
const channels = await kb.channels.list({ brainId, installationId });
assert(channels.some(({ isMember }) => !isMember));
printRows(
  channels.map(({ name, isPrivate, isMember }) => [
    `#${name}`,
    isPrivate ? "private" : "public",
    isMember ? "bot is a member" : "bot is not a member",
  ]),
);

printStep("bindings.update", "turns the daily brief of a channel off, and leaves its other notifications");
// Without flags, an update changes nothing and returns the binding.
const flagsBefore = await kb.bindings.update({ brainId, bindingId });
const flagsAfter = await kb.bindings.update({ brainId, bindingId, notifyBriefs: !flagsBefore.notifyBriefs });
assert.deepEqual(flagsAfter, { ...flagsBefore, notifyBriefs: !flagsBefore.notifyBriefs });
printRows(
  (["notifyBriefs", "notifyConnections", "notifyChanges"] as const).map((flag) => [
    flag,
    flagsBefore[flag] === flagsAfter[flag] ? `${flagsAfter[flag]}` : `${flagsBefore[flag]} → ${flagsAfter[flag]}`,
  ]),
);

printStep("bindings.unbind", "disconnects a channel from the brain");
const { disconnected } = await kb.bindings.unbind({ brainId, bindingId });
assert.equal(disconnected, true);
print(`#${flagsAfter.channelName} gets no more notifications`);

printStep("oauth.start", "starts to connect a workspace, and returns the page on which a user agrees");
const { authorizationUrl, expiresAt } = await kb.oauth.start({ brainId });
const url = new URL(authorizationUrl);
assert(url.searchParams.has("state"));
print(`${url.origin}${url.pathname}?state=${url.searchParams.get("state")?.slice(0, 24)}…`);
print(`expires at ${expiresAt}`);

printStep("errors", "have a class for each status, and a message that says what to do");
const stranger = new KnowledgeBase({ ...server.connection, apiKey: "not-a-key" });
const unauthorized = await errorOf(stranger.promptIndex.get({ brainId }));
const badRequest = await errorOf(kb.promptIndex.get({ brainId, limit: 0 }));
const notFound = await errorOf(kb.bindings.unbind({ brainId, bindingId }));
assert(unauthorized instanceof UnauthorizedError);
assert(badRequest instanceof BadRequestError);
assert(notFound instanceof NotFoundError);
printRows([unauthorized, badRequest, notFound].map(({ status, name, message }) => [`${status}`, name, message]));

printTitle("Everything was as expected");

function slugs(index: readonly IndexEntry[]): string[] {
  return index.map((entry) => entry.slug);
}

function errorOf(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => assert.fail("the call should not have succeeded"),
    (error: unknown) => error,
  );
}
