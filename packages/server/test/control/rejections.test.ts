import type { ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { methodAt } from "../helpers/control-calls.ts";
import { archive, openServer } from "../helpers/open-server.ts";
import { captureRejection } from "../helpers/results.ts";

const tides = { brainId: "brain_tides" };
const page = { ...tides, slug: "spring-tide" };
const neap = { ...tides, title: "Neap tide" };
const installation = { installationId: "installation_north" };
const deck = { ...installation, channelId: "C_DECK" };
const pier = { ...tides, installationId: "installation_pier", channelId: "C_PIER" };

// biome-ignore format: one row a line, or two if it is long
it.each<{ path: string; cause: string; input: object }>([
  { path: "brains/create", cause: "there is no organization org_moon", input: { organizationId: "org_moon" } },
  { path: "pages/get", cause: "brain brain_tides has no page knots", input: { ...tides, slug: "knots" } },
  { path: "channels/get", cause: "installation installation_north has no channel C_PIER", input: { ...installation, channelId: "C_PIER" } },
  { path: "bindings/get", cause: "brain brain_tides has no binding binding_ropes", input: { ...tides, bindingId: "binding_ropes" } },
  { path: "organizations/list", cause: "after does not name a listed organization", input: { after: "org_moon" } },
  { path: "apiKeys/list", cause: "after does not name a listed API key", input: { after: "key_south" } },
  { path: "pages/list", cause: "after does not name a listed page", input: { ...tides, after: "knots" } },
  { path: "oauth/list", cause: "after does not name a listed authorization", input: { after: "n" } },
  { path: "pages/search", cause: "after does not name a listed page", input: { ...tides, text: "water", after: "knots" } },
  { path: "brains/reportConnection", cause: "brain brain_tides has no page knots", input: { ...tides, slugs: ["spring-tide", "knots"] } },
  { path: "bindings/create", cause: "installation installation_pier has no channel C_DECK", input: { ...pier, channelId: "C_DECK" } },
  { path: "deliveries/waitFor", input: { after: "delivery_0" },
    cause: "there is no delivery delivery_0, or it was dropped. Set after to the id of a listed delivery, or omit it" },
])("$path is rejected with not_found, because $cause, and changes nothing", async ({ path, cause, input }) => {
  const server = openServer();
  const { code, message, problems } = await captureRejection(server, () => methodAt(server, path)(input));
  expect(code).toBe("not_found");
  expect(message).toMatch(new RegExp(`^Failed to [a-zAPI ]+: ${cause}\\.$`));
  expect(problems).toEqual([]);
});

const deprecate = ({ control }: ReferenceServer) => control.pages.deprecate(page);

// biome-ignore format: one row a line
it.each<{ path: string; state: string; advice: string; prepare: (server: ReferenceServer) => unknown; input: object }>([
  { path: "pages/edit", state: "archived", advice: "Restore it first", prepare: archive, input: { ...page, title: "T" } },
  { path: "pages/compile", state: "archived", advice: "Restore it first", prepare: archive, input: page },
  { path: "pages/deprecate", state: "archived", advice: "Restore it first", prepare: archive, input: page },
  { path: "pages/mark", state: "archived", advice: "Restore it first", prepare: archive, input: { ...page, status: "active" } },
  { path: "pages/pin", state: "deprecated", advice: "Mark it as active first", prepare: deprecate, input: page },
])("a page that is $state can't be changed by $path", async ({ path, state, advice, prepare, input }) => {
  const server = openServer();
  await prepare(server);
  const { code, message } = await captureRejection(server, () => methodAt(server, path)(input));
  expect(code).toBe("conflict");
  expect(message).toContain(`: page spring-tide is ${state}. ${advice}.`);
});

it("a page that was deprecated before it was archived can't be pinned", async () => {
  const server = openServer();
  deprecate(server);
  await archive(server);
  const { message } = await captureRejection(server, () => server.control.pages.pin(page));
  expect(message).toContain(": page spring-tide is deprecated. Mark it as active first.");
});

const timeRule = "must be an ISO 8601 timestamp or a Date";
const report = "brains/reportConnection";

// biome-ignore format: one row a line, or two if it is long
it.each<{ path: string; problem: string; input: object }>([
  { path: "organizations/create", problem: "id is taken already", input: { id: "org_north" } },
  { path: "organizations/create", problem: "apiKey is taken already", input: { apiKey: "key_south" } },
  { path: "organizations/create", problem: "apiKey must be one or more visible ASCII characters", input: { apiKey: "two words" } },
  { path: "organizations/create", problem: "redirectUrl must be a URL that begins with https:// or http://",
    input: { redirectUrl: "javascript:alert(1)" } },
  { path: "organizations/update", problem: "redirectUrl must be a URL that begins with https:// or http://",
    input: { organizationId: "org_north", redirectUrl: "http:x" } },
  { path: "apiKeys/create", problem: "apiKey is taken already", input: { apiKey: "key_south" } },
  { path: "apiKeys/create", problem: "apiKey must be one or more visible ASCII characters", input: { apiKey: "null\0" } },
  { path: "brains/get", problem: "brainId is missing", input: {} },
  { path: "brains/get", problem: "brainId must not be empty", input: { brainId: "" } },
  { path: "brains/create", problem: "name must be a string, not a bigint", input: { name: 5n } },
  { path: "brains/create", problem: "id must be valid in the path of a URL", input: { id: ".." } },
  { path: "brains/update", problem: "name is missing", input: tides },
  { path: "brains/rankPages", problem: "limit must be at most 500", input: { ...tides, limit: 501 } },
  { path: report, problem: "slugs must be at least 2 elements long", input: { ...tides, slugs: ["a"] } },
  { path: report, problem: "slugs must be at most 2 elements long", input: { ...tides, slugs: ["a", "b", "c"] } },
  { path: report, problem: "slugs must be an array, not a string", input: { ...tides, slugs: "abc" } },
  { path: report, problem: "slugs must name two different pages", input: { ...tides, slugs: ["spring-tide", "spring-tide"] } },
  { path: "pages/list", problem: "limit must be at least 1", input: { ...tides, limit: 0 } },
  { path: "pages/list", problem: "limit must be a whole number, not 1001.5", input: { ...tides, limit: 1001.5 } },
  { path: "pages/list", problem: "limit must be at most 1000", input: { ...tides, limit: 1001 } },
  { path: "pages/search", problem: "text must not be empty", input: { ...tides, text: "" } },
  { path: "pages/create", problem: "slug is already used in the brain: change the slug of one of the pages",
    input: { ...page, title: "T" } },
  { path: "pages/create", problem: "title must not be empty", input: { ...tides, title: " \t\r\n\u2003\ufeff" } },
  { path: "pages/create", problem: "body must not be empty", input: { ...neap, body: " \n" } },
  { path: "pages/create", problem: "version must be a whole number, not 7.5", input: { ...neap, version: 7.5 } },
  { path: "pages/create", problem: "embedding must be an array of finite numbers", input: { ...neap, embedding: Array(2) } },
  { path: "pages/create", problem: `createdAt ${timeRule}`, input: { ...neap, createdAt: 0 } },
  { path: "pages/create", problem: `updatedAt ${timeRule}`, input: { ...neap, updatedAt: new Date(8.64e15) } },
  { path: "pages/create", problem: "sources[1].ingestSourceId is named already",
    input: { ...neap, sources: [{ ingestSourceId: "a" }, { ingestSourceId: "a" }] } },
  { path: "pages/compile", problem: `sources[0].attachedAt ${timeRule}`,
    input: { ...page, sources: [{ ingestSourceId: "a", attachedAt: null }] } },
  { path: "pages/edit", problem: "title must not be empty", input: { ...page, title: "\t" } },
  { path: "pages/edit", problem: "must name at least one field to change", input: { ...page, title: undefined } },
  { path: "pages/mark", problem: "status must be one of active, stale, contested", input: { ...page, status: "x" } },
  { path: "installations/create", problem: "teamId has an installation already", input: { teamId: "T_PIER" } },
  { path: "installations/create", problem: "channels[2].id is taken already",
    input: { channels: [{ name: "a" }, { id: "C", name: "b" }, { id: "C", name: "c" }] } },
  { path: "installations/create", input: { channels: [{ nam: "a", name: "a" }] },
    problem: "channels[0] has unknown fields: nam (did you mean name?); the fields are id, name, isPrivate, isMember" },
  { path: "channels/create", problem: "id is already used in the installation", input: { ...installation, id: "C_DECK", name: "deck" } },
  { path: "bindings/create", problem: "channelId is already bound to this brain", input: { ...tides, ...deck } },
  { path: "bindings/create", problem: "installationId must be an installation of the organization of the brain",
    input: { ...pier, brainId: "brain_south" } },
  { path: "journal/waitFor", problem: "timeout must be at most 120000", input: { timeout: 120_001 } },
  { path: "deliveries/waitFor", problem: "timeout must be at most 120000", input: { timeout: 120_001 } },
  { path: "deliveries/waitFor", problem: "timeout must be a number, not Infinity", input: { timeout: 1 / 0 } },
])("the input of $path is rejected, because its $problem, and changes nothing", async ({ path, problem, input }) => {
  const server = openServer();
  const { code, problems } = await captureRejection(server, () => methodAt(server, path)(input));
  expect(code).toBe("invalid_input");
  expect(problems.map((one) => `${one.path} ${one.message}`.trim())).toEqual([problem]);
});
