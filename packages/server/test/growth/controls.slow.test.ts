import { withControl } from "@knowledge-base/server/control";
import { describe, it } from "vitest";
import {
  bindings,
  brainId,
  channels,
  errorOf,
  expectLinearCost,
  type Growth,
  installationId,
  open,
  openBound,
  times,
  type Work,
} from "./linear-cost.ts";

const short = { brainId, title: "Tide", body: "Water." };
const sources = (prefix: string, count: number) => times(count, (index) => ({ ingestSourceId: `${prefix}${index}` }));
const withoutBinding = (size: number) => open({ channels: channels(size) });

/** Inputs of one call. */
// biome-ignore format: one row a line
const inputs: Growth[] = [
  ["a title", 20_000, (size) => () => open().control.pages.create({ ...short, title: "É - ж".repeat(size) })],
  ["links and paragraphs of a body", 20_000, (size) => () => open().control.pages.create({ ...short, body: "\n \n".repeat(size) + "[[a|".repeat(size) + "[[tide]]\n ".repeat(size) })],
  ["the sources of a new page", 5000, (size) => () => open().control.pages.create({ ...short, sources: sources("old", size) })],
  ["sources with the same id", 20_000, (size) => () => errorOf(() => open().control.pages.create({ ...short, sources: times(size, () => ({ ingestSourceId: "same" })) }))],
  ["the channels of a new installation", 4000, (size) => () => open().control.installations.create({ channels: channels(size).map(({ id, name }) => ({ id, name })) })],
  ["the problems of an input", 2000, (size) => () => errorOf(() => open().control.installations.create({ channels: times(size, (id) => ({ id })) as never }))],
  ["the invalid records of a state", 1000, (size) => () => errorOf(() => open().seed({ version: 1, pages: times(size, (id) => ({ id })) as never }))],
  ["the unknown fields of a record", 5000, (size) => () => errorOf(() => open().seed({ version: 1, brains: [Object.fromEntries(times(size, (index) => [`field${index}`, index])) as never] }))],
];

/** Records of a server on which one call works. */
// biome-ignore format: one row a line
const records: Growth[] = [
  ["the sources of a compiled page", 3000, (size) => { const { control } = open(); const { slug } = control.pages.create({ ...short, sources: sources("old", size) }); return () => control.pages.compile({ brainId, slug, sources: sources("new", size) }); }],
  ["bindings added to as many", 1000, (size) => { const server = open({ channels: channels(2 * size), bindings: bindings(size) }); return () => server.seed({ version: 1, bindings: bindings(2 * size).slice(size) }); }],
  ["an installation with channels and bindings that is removed", 2000, (size) => { const { control } = openBound(size); return () => control.installations.uninstall({ installationId }); }],
  ["a state that is restored from a snapshot", 1000, (size) => { const server = openBound(size); return () => server.restore(server.snapshot()); }],
  ["the channels that receive a brief", 500, (size) => { const { control } = openBound(size); return () => control.brains.sendDailyBrief({ brainId }); }],
];

/** Calls, one after the other. */
// biome-ignore format: one row a line
const calls: Growth[] = [
  ["pages that share a title", 1500, (size) => { const { control } = open(); return () => times(size, () => control.pages.create(short)); }],
  ["pages that share a title, and are deleted", 1000, (size) => { const { control } = open(); const slugs = times(size, () => control.pages.create(short).slug); return () => slugs.map((slug) => control.pages.delete({ brainId, slug })); }],
  ["bindings of a brain", 1500, (size) => { const { control } = withoutBinding(size); return () => times(size, (index) => control.bindings.create({ brainId, installationId, channelId: `C${index}` })); }],
  ["channels that are deleted with their bindings", 1000, (size) => { const { control } = openBound(size); return () => times(size, (index) => control.channels.delete({ installationId, channelId: `C${index}` })); }],
  ["installations", 1500, (size) => { const { control } = open(); return () => times(size, (index) => control.installations.create({ teamId: `T${index}` })); }],
  ["installations that are removed", 2000, (size) => { const { control } = open(); const ids = times(size, () => control.installations.create({ channels: [{ id: "C", name: "deck" }] }).id); return () => ids.map((id) => control.installations.uninstall({ installationId: id })); }],
  ["API keys that are created and revoked", 1500, (size) => { const { control } = open(); return () => times(size, () => control.apiKeys.create()).map(({ key }) => control.apiKeys.revoke({ apiKey: key })); }],
  ["rejections by a server with as many keys", 2000, (size) => { const { control } = open(); times(size, () => control.apiKeys.create()); return () => times(size, () => errorOf(() => control.brains.update({ brainId: "x", name: "" }))); }],
  ["organizations that are created, read and deleted", 1000, (size) => { const server = open(); return () => times(size, () => server.control.organizations.create().id).map((organizationId) => [server.organization(organizationId).snapshot(), server.control.organizations.delete({ organizationId })]); }],
];

/** Texts of a state that arrive in small chunks. */
// biome-ignore format: one row a line
const texts: Growth[] = [
  ["a record", 200_000, (size) => restoreInChunks(`[{"id":"a","name":"${"\\n".repeat(size / 2)}"}]`)],
  ["line breaks", 200_000, (size) => restoreInChunks(`[${"\n".repeat(size)}]`)],
  ["an error that comes last", 200_000, (size) => restoreInChunks(`[${'{"a":['.repeat(size / 8)}1,]`)],
];

function restoreInChunks(organizations: string): Work {
  const server = open();
  const bytes = new TextEncoder().encode(`{"version":1,"organizations":${organizations}}`);
  const chunks = times(Math.ceil(bytes.length / 64), (index) => bytes.subarray(index * 64, (index + 1) * 64));
  const init = { method: "POST", headers: { "content-type": "application/json" }, duplex: "half" as const };
  return () => {
    const body = new ReadableStream({
      start(stream) {
        for (const chunk of chunks) stream.enqueue(chunk);
        stream.close();
      },
    });
    return withControl(server)(`${server.baseUrl}/_control/server/restore`, { ...init, body });
  };
}

describe("the cost grows no faster than", () => {
  it.each([...inputs, ...records, ...calls, ...texts])("%s", expectLinearCost);
});
