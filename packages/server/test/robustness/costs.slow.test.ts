import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { expect, it } from "vitest";
import { buildBinding } from "../helpers/build-state.ts";
import { request } from "../helpers/open-server.ts";

// What grows, a server for a size, and the work.
interface Growth {
  readonly what: string;
  /** The smaller of two sizes, whose work takes a few milliseconds. */
  readonly size: number;
  readonly prepare: (size: number) => ReferenceServer;
  readonly work: (server: ReferenceServer, size: number) => unknown;
}

// Returns the milliseconds of CPU time that work takes, at least one.
async function measureCost(work: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return Math.max((user + system) / 1000, 1);
}

// The larger input is 16 times the smaller one. A quadratic cost would be 256 times, a linear one 16 times as high.
const factor = 16;
const highestRatio = 64;

// Expects that the cost of work grows no faster than its size.
async function expectLinearCost({ size, prepare, work }: Growth): Promise<void> {
  const costOf = (count: number) => {
    const server = prepare(count);
    return measureCost(() => work(server, count));
  };
  // The work of a busy machine makes single measurements longer, never shorter.
  let ratio = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && ratio > highestRatio; attempt += 1) {
    await costOf(size);
    const small = Math.max(await costOf(size), await costOf(size));
    ratio = Math.min(ratio, (await costOf(size * factor)) / small);
  }
  expect(ratio).toBeLessThan(highestRatio);
}

// Does something that must be rejected, and returns the error.
function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return expect.fail("The input is not rejected");
}

const brainId = "brain";
const installationId = "installation";

// Creates a server with a brain and an installation, and more records.
function openWith(more: Partial<State> = {}): ReferenceServer {
  const organizationId = "organization";
  return createReferenceServer({
    seed: {
      version: 1,
      organizations: [{ id: organizationId, name: "North" }],
      apiKeys: [{ key: "key_of_organization", organizationId, role: "admin" }],
      brains: [{ id: brainId, organizationId, name: "Tides" }],
      installations: [{ id: installationId, organizationId, teamId: "T", teamName: "Team" }],
      ...more,
    },
  });
}

// Creates a server that does not depend on the size.
const open = () => openWith();

// Returns a list with something for each number from 0 up to a count.
const times = <Item>(count: number, create: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => create(index));

const channels = (count: number) =>
  times(count, (index) => ({ installationId, id: `C${index}`, name: "deck", isPrivate: false, isMember: true }));

const bindings = (count: number) =>
  channels(count).map(({ id }) =>
    buildBinding({ id: `binding_${id}`, brainId, installationId, teamId: "T", channelId: id }),
  );

const openChannels = (count: number) => openWith({ channels: channels(count) });

// Creates a server with as many channels, each bound to the brain.
const openBound = (count: number) => openWith({ channels: channels(count), bindings: bindings(count) });

const short = { brainId, title: "Tide", body: "Water." };
const links = (size: number) => "\n \n".repeat(size) + "[[a|".repeat(size) + "[[tide]]\n ".repeat(size);
const sources = (prefix: string, count: number) => times(count, (index) => ({ ingestSourceId: `${prefix}${index}` }));
const numbered = (count: number) => times(count, (id) => ({ id })) as never;
const fields = (count: number) => Object.fromEntries(times(count, (index) => [`field${index}`, index])) as never;

// Creates a server that has done something as often as a size says.
const openAfter = (act: (server: ReferenceServer, index: number) => unknown) => (size: number) => {
  const server = open();
  times(size, (index) => act(server, index));
  return server;
};

const openPages = openAfter(({ control }, index) => control.pages.create({ ...short, title: `Tide ${index}` }));
const openInstallations = openAfter(({ control }) =>
  control.installations.create({ channels: [{ id: "C", name: "deck" }] }),
);
const openSources = (size: number) =>
  openWith({ pages: [{ ...short, slug: "tide", sources: sources("old", size) } as never] });
const openHalf = (size: number) => openWith({ channels: channels(2 * size), bindings: bindings(size) });

const sameSources = (count: number) => times(count, () => ({ ingestSourceId: "same" }));
const namedChannels = (count: number) => times(count, (index) => ({ id: `C${index}`, name: "deck" }));
const openOrganizations = openAfter(({ control }) => control.organizations.create());

const createPage =
  (fieldsOf: (size: number) => object): Growth["work"] =>
  ({ control }, size) =>
    control.pages.create({ ...short, ...fieldsOf(size) });

// biome-ignore format: some rows take two lines
const controls: Growth[] = [
  { what: "a title", size: 20_000, prepare: open, work: createPage((size) => ({ title: "É - ж".repeat(size) })) },
  { what: "links and paragraphs of a body", size: 20_000, prepare: open, work: createPage((size) => ({ body: links(size) })) },
  { what: "the sources of a new page", size: 5000, prepare: open, work: createPage((size) => ({ sources: sources("old", size) })) },
  { what: "the sources of a compiled page", size: 3000, prepare: openSources, work: ({ control }, size) =>
    control.pages.compile({ brainId, slug: "tide", sources: sources("new", size) }) },
  { what: "sources with the same id", size: 20_000, prepare: open, work: ({ control }, size) =>
    errorOf(() => control.pages.create({ ...short, sources: sameSources(size) })) },
  { what: "the channels of a new installation", size: 4000, prepare: open, work: ({ control }, size) =>
    control.installations.create({ channels: namedChannels(size) }) },
  { what: "the problems of an input", size: 2000, prepare: open, work: ({ control }, size) =>
    errorOf(() => control.installations.create({ channels: numbered(size) })) },
  { what: "the invalid records of a state", size: 1000, prepare: open, work: (server, size) =>
    errorOf(() => server.seed({ version: 1, pages: numbered(size) })) },
  { what: "the unknown fields of a record", size: 5000, prepare: open, work: (server, size) =>
    errorOf(() => server.seed({ version: 1, brains: [fields(size)] })) },
  { what: "bindings added to as many", size: 1000, prepare: openHalf, work: (server, size) =>
    server.seed({ version: 1, bindings: bindings(2 * size).slice(size) }) },
  { what: "a state that is restored from a snapshot", size: 1000, prepare: openBound, work: (server) => server.restore(server.snapshot()) },
  { what: "the channels that receive a brief", size: 500, prepare: openBound, work: ({ control }) =>
    control.brains.sendDailyBrief({ brainId }) },
  { what: "an installation that is removed with its channels", size: 2000, prepare: openBound, work: ({ control }) =>
    control.installations.uninstall({ installationId }) },
  { what: "channels that are deleted with their bindings", size: 1000, prepare: openBound, work: ({ control }, size) =>
    times(size, (index) => control.channels.delete({ installationId, channelId: `C${index}` })) },
  { what: "bindings of a brain", size: 1500, prepare: openChannels, work: ({ control }, size) =>
    times(size, (index) => control.bindings.create({ brainId, installationId, channelId: `C${index}` })) },
  { what: "installations", size: 1500, prepare: open, work: ({ control }, size) =>
    times(size, (index) => control.installations.create({ teamId: `T${index}` })) },
  { what: "installations that are removed", size: 2000, prepare: openInstallations, work: ({ control, snapshot }) =>
    snapshot().installations.map(({ id }) => control.installations.uninstall({ installationId: id })) },
  { what: "API keys that are created and revoked", size: 1500, prepare: open, work: ({ control }, size) =>
    times(size, () => control.apiKeys.create()).map(({ key }) => control.apiKeys.revoke({ apiKey: key })) },
  { what: "organizations that are created and read", size: 1000, prepare: open, work: (server, size) =>
    times(size, () => server.control.organizations.create()).map(({ id }) => server.organization(id).snapshot()) },
  { what: "organizations that are deleted", size: 1000, prepare: openOrganizations, work: ({ control, snapshot }) =>
    snapshot().organizations.map(({ id }) => control.organizations.delete({ organizationId: id })) },
];

// Texts of organizations in a state that arrives in small chunks.
const texts: Growth[] = [
  { what: "a record in chunks", write: (size: number) => `{"id":"${"\\n".repeat(size / 2)}"}` },
  { what: "line breaks in chunks", write: (size: number) => "\n".repeat(size) },
  { what: "an error in the last chunk", write: (size: number) => `${'{"a":['.repeat(size / 8)}1,` },
].map(({ what, write }) => {
  return { what, size: 200_000, prepare: open, work: (server, size) => restore(server, `[${write(size)}]`) };
});

function restore(server: ReferenceServer, organizations: string): Promise<Response> {
  const bytes = new TextEncoder().encode(`{"version":1,"organizations":${organizations}}`);
  const body = new ReadableStream({
    start(stream) {
      for (let at = 0; at < bytes.length; at += 64) stream.enqueue(bytes.subarray(at, at + 64));
      stream.close();
    },
  });
  const init = { method: "POST", headers: { "content-type": "application/json" }, body, duplex: "half" as const };
  return withControl(server)(`${server.baseUrl}/_control/server/restore`, init);
}

const brain = `/v1/brains/${brainId}`;
const bindingPaths = (size: number) => times(size, (index) => `${brain}/messaging/bindings/binding_C${index}`);
const archivePaths = (_size: number, { snapshot }: ReferenceServer) =>
  snapshot().pages.map(({ slug }) => `${brain}/pages/${slug}/archive`);
const channelsPath = () => [`${brain}/messaging/channels?installationId=${installationId}`];
const startPaths = (size: number) => times(size, () => `${brain}/messaging/oauth/start`);
const queryPath = (size: number) => [`${brain}/index?${times(size, (index) => `field${index}=1`).join("&")}`];

const requests: Growth[] = [
  { what: "the query of a request", size: 3000, prepare: open, method: "GET", paths: queryPath },
  { what: "the pages that are archived", size: 400, prepare: openPages, method: "POST", paths: archivePaths },
  { what: "the channels that are listed", size: 2000, prepare: openChannels, method: "GET", paths: channelsPath },
  { what: "the bindings that are updated", size: 400, prepare: openBound, method: "PATCH", paths: bindingPaths },
  { what: "the bindings that are removed", size: 400, prepare: openBound, method: "DELETE", paths: bindingPaths },
  { what: "the authorizations of a brain", size: 200, prepare: open, method: "POST", paths: startPaths },
].map(({ method, paths, ...row }) => {
  return { ...row, work: (server, size) => sendAll(server, method, paths(size, server)) };
});

async function sendAll(server: ReferenceServer, method: string, paths: readonly string[]): Promise<void> {
  const sending = method === "PATCH" ? { json: { notifyBriefs: false } } : {};
  for (const path of paths) {
    const response = await request(server, `${method} ${path}`, sending);
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  }
}

const growths = [...controls, ...texts, ...requests];
it.each(growths)("the cost of $what grows no faster than the size of the input", expectLinearCost);
