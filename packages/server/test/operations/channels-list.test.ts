import { expect, it } from "vitest";
import { buildState, recordsOf } from "../helpers/build-state.ts";
import { commonRejections, expectRejected, type RejectedRequest } from "../helpers/expect-rejected.ts";
import { openServer, send } from "../helpers/open-server.ts";

const path = "GET /v1/brains/brain_tides/messaging/channels";
const requestFor = (installationId: string) => `${path}?installationId=${installationId}`;
const request = requestFor("installation_north");

it("channels.list responds with 200 and the channels of the installation, and changes nothing", async () => {
  const server = openServer();
  const deck = { id: "C_DECK", name: "deck", isPrivate: false, isMember: true };
  const hold = { id: "C_HOLD", name: "hold", isPrivate: true, isMember: false };
  expect(await send(server, request)).toStrictEqual({ status: 200, body: [deck, hold] });
  expect(recordsOf(server)).toStrictEqual(buildState());
});

it("channels.list is empty for an installation without channels, which it finds by its decoded id", async () => {
  const odd = { id: "a&b=c d+ü", organizationId: "org_north", teamId: "T", teamName: "Odd" };
  const server = openServer({ seed: buildState({ installations: [odd, ...buildState().installations] }) });
  expect(await send(server, requestFor("a%26b%3Dc+d%2B%C3%BC"))).toStrictEqual({ status: 200, body: [] });
});

const invalid = (problem: string) => ({ status: 400, message: [`installationId ${problem}`] }) as const;
const unknown = { status: 404, message: "Installation not found" } as const;

// biome-ignore format: one row a line
it.each<RejectedRequest>([
  ...commonRejections(request),
  { what: "no installation", request: path, ...invalid("is missing") },
  { what: "a parameter in lower case", request: request.replace("installationId", "installationid"), ...invalid("is missing") },
  { what: "an empty installation", request: requestFor(""), ...invalid("must not be empty") },
  { what: "two installations", request: requestFor("a&installationId=a"), ...invalid("must be a string, not an array") },
  { what: "an installation that doesn't exist", request: requestFor("installation_moon"), ...unknown },
  { what: "an installation of another organization", request: requestFor("installation_south"), ...unknown },
  { what: "an installation in another case", request: requestFor("Installation_North"), ...unknown },
  { what: "an installation that isn't UTF-8", request: requestFor("%ff"), ...unknown },
])("channels.list fails with $status for $what, and changes nothing", expectRejected);
