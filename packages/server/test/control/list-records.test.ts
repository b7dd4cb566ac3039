import { createReferenceServer, type ReferenceServer } from "@knowledge-base/server";
import { brain, channel, organization, page } from "@knowledge-base/server/factories";
import { describe, expect, it } from "vitest";
import { buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { callCommand } from "./call-command.ts";
import { captureRejection } from "./capture-rejection.ts";

type Input = Readonly<Record<string, unknown>>;

/** For each kind of record: the input of its list, the expected records, and the value of `after` for each of them. */
const kinds = [
  { group: "organizations", input: {}, isListed: () => true, idOf: ({ id }: Input) => id },
  {
    group: "apiKeys",
    input: { organizationId: "org_north" },
    isListed: ({ organizationId }: Input) => organizationId === "org_north",
    idOf: ({ key }: Input) => key,
  },
  {
    group: "brains",
    input: { organizationId: "org_north" },
    isListed: ({ organizationId }: Input) => organizationId === "org_north",
    idOf: ({ id }: Input) => id,
  },
  {
    group: "pages",
    input: { brainId: "brain_tides" },
    isListed: ({ brainId }: Input) => brainId === "brain_tides",
    idOf: ({ slug }: Input) => slug,
  },
  {
    group: "installations",
    input: { organizationId: "org_north" },
    isListed: ({ organizationId }: Input) => organizationId === "org_north",
    idOf: ({ id }: Input) => id,
  },
  {
    group: "channels",
    input: { installationId: "installation_north" },
    isListed: ({ installationId }: Input) => installationId === "installation_north",
    idOf: ({ id }: Input) => id,
  },
  {
    group: "bindings",
    input: { brainId: "brain_tides" },
    isListed: ({ brainId }: Input) => brainId === "brain_tides",
    idOf: ({ id }: Input) => id,
  },
] as const;

/** The test state with at least three records in each list. */
function open(): ReferenceServer {
  const server = openServer({ seed: { ...buildState(), pages: [] } });
  const { organizations, apiKeys, brains, pages, installations, channels, bindings } = server.control;
  organizations.create({ id: "org_west" });
  for (const key of ["key_2", "key_3"]) apiKeys.create({ apiKey: key, organizationId: "org_north" });
  brains.create({ id: "brain_knots", organizationId: "org_north" });
  for (const title of ["Spring tide", "Neap tide", "Low tide"]) pages.create({ brainId: "brain_tides", title });
  pages.create({ brainId: "brain_ropes", title: "Rope" });
  installations.create({ id: "installation_west", organizationId: "org_north" });
  channels.create({ installationId: "installation_north", id: "C_MAST", name: "mast" });
  bindings.create({ brainId: "brain_tides", installationId: "installation_north", channelId: "C_MAST" });
  return server;
}

describe.each(kinds)("the list of $group", ({ group, input, isListed, idOf }) => {
  const list = (server: ReferenceServer, more: Input = {}) =>
    callCommand(server.control, `${group}.list`, { ...input, ...more }) as Input[];

  it("has the records that belong together, in the order in which they were added", () => {
    const server = open();
    const expected = (recordsOf(server)[group] as readonly object[]).filter((record) => isListed(record as Input));
    expect(expected.length).toBeGreaterThan(2);
    expect(list(server)).toStrictEqual(expected);
  });

  it("is continued after a record, with the same records whatever the limit", () => {
    const server = open();
    const expected = list(server);
    for (const limit of [1, 2, expected.length, 1000]) {
      const collected: Input[] = [];
      for (;;) {
        const last = collected.at(-1);
        const part = list(server, { limit, after: last && idOf(last) });
        expect(part.length).toBeLessThanOrEqual(limit);
        if (part.length === 0) break;
        collected.push(...part);
      }
      expect(collected).toStrictEqual(expected);
    }
  });

  it("can be continued after any record at any time", () => {
    const server = open();
    const expected = list(server);
    for (const [index, record] of [...expected.entries(), ...expected.entries()]) {
      expect(list(server, { limit: 1, after: idOf(record) })).toStrictEqual(expected.slice(index + 1, index + 2));
      expect(list(server, { after: idOf(record) })).toStrictEqual(expected.slice(index + 1));
    }
  });

  it("cannot be continued after a record that it does not have", () => {
    const server = open();
    for (const after of ["nothing", "", "key_south", "brain_south", "installation_south", "__proto__"]) {
      const { code, message } = captureRejection(server, () => list(server, { after }));
      expect(code).toBe("not_found");
      expect(message).toMatch(/: after does not name a listed \w+\.$/);
    }
  });

  it("returns copies", () => {
    const server = open();
    const before = recordsOf(server);
    for (const record of list(server)) Object.assign(record, { name: "changed", title: "changed", role: "changed" });
    expect(recordsOf(server)).toStrictEqual(before);
  });
});

describe("a list", () => {
  const brainId = "brain";

  it("is continued after a record that was deleted and created again, which is now the last one", () => {
    const { control } = openWithPages(3);
    expect(control.pages.list({ brainId, limit: 1 }).map(({ slug }) => slug)).toEqual(["page-0"]);
    control.pages.delete({ brainId, slug: "page-0" });
    control.pages.create({ brainId, title: "Page 0" });
    expect(control.pages.list({ brainId, after: "page-0" })).toEqual([]);
    expect(control.pages.list({ brainId, after: "page-1" }).map(({ slug }) => slug)).toEqual(["page-2", "page-0"]);
  });

  function openWithPages(count: number): ReferenceServer {
    const pages = Array.from({ length: count }, (_, index) => page({ title: `Page ${index}` }));
    return createReferenceServer({
      seed: { version: 1, organizations: [organization()], brains: [brain()], pages },
    });
  }

  it("has 100 records by default, and 1,000 at most", () => {
    const { control } = openWithPages(1200);
    expect(control.pages.list({ brainId })).toHaveLength(100);
    expect(control.pages.list({ brainId, limit: 1000 })).toHaveLength(1000);
    expect(control.pages.list({ brainId, limit: 1000, after: "page-999" })).toHaveLength(200);
  });

  it("has archived and deprecated pages too, without the status before archiving", () => {
    const { control } = openWithPages(1);
    control.pages.create({ brainId, title: "Old", status: "archived", statusBeforeArchive: "stale" });
    control.pages.create({ brainId, title: "Unused", status: "deprecated" });
    const listed = control.pages.list({ brainId });
    expect(listed.map(({ status }) => status)).toEqual(["active", "archived", "deprecated"]);
    for (const listedPage of listed) expect(listedPage).not.toHaveProperty("statusBeforeArchive");
  });

  it("continues with records that are added after its end was reached", () => {
    const { control } = openWithPages(2);
    expect(control.pages.list({ brainId, limit: 2 })).toHaveLength(2);
    expect(control.pages.list({ brainId, after: "page-1" })).toEqual([]);
    control.pages.create({ brainId, title: "Late" });
    expect(control.pages.list({ brainId, after: "page-1" }).map(({ slug }) => slug)).toEqual(["late"]);
    control.pages.create({ brainId, title: "Later" });
    expect(control.pages.list({ brainId, limit: 5, after: "late" }).map(({ slug }) => slug)).toEqual(["later"]);
  });

  it("leaves out records that are deleted meanwhile, and shows those that are changed", () => {
    const { control } = openWithPages(6);
    control.pages.list({ brainId, limit: 2 });
    control.pages.delete({ brainId, slug: "page-2" });
    control.pages.pin({ brainId, slug: "page-3" });
    expect(
      control.pages.list({ brainId, limit: 2, after: "page-1" }).map(({ slug, pinned }) => [slug, pinned]),
    ).toEqual([
      ["page-3", true],
      ["page-4", false],
    ]);
  });

  it("cannot be continued after a record that was deleted", () => {
    const server = openWithPages(3);
    server.control.pages.list({ brainId, limit: 1 });
    server.control.pages.delete({ brainId, slug: "page-0" });
    expect(captureRejection(server, () => server.control.pages.list({ brainId, after: "page-0" })).code).toBe(
      "not_found",
    );
    expect(server.control.pages.list({ brainId, limit: 1 }).map(({ slug }) => slug)).toEqual(["page-1"]);
  });

  it("begins anew after a reset", () => {
    const server = openWithPages(3);
    server.control.pages.list({ brainId, limit: 1 });
    server.reset();
    expect(server.control.pages.list({ brainId, limit: 1, after: "page-0" }).map(({ slug }) => slug)).toEqual([
      "page-1",
    ]);
  });

  it("of an organization is by default that of the server's key, or of the control", () => {
    const server = openServer();
    expect(server.control.brains.list().map(({ id }) => id)).toEqual(["brain_tides", "brain_ropes"]);
    const south = server.organization("org_south").control;
    expect(south.brains.list().map(({ id }) => id)).toEqual(["brain_south"]);
    expect(south.apiKeys.list()).toEqual([{ key: "key_south", organizationId: "org_south", role: "viewer" }]);
    expect(south.installations.list().map(({ id }) => id)).toEqual(["installation_south"]);
    expect(captureRejection(server, () => south.brains.list({ organizationId: "org_north" })).code).toBe("not_found");
    expect(captureRejection(server, () => south.pages.list({ brainId: "brain_tides" })).code).toBe("not_found");
    expect(captureRejection(server, () => south.apiKeys.get({ apiKey: "key_north" })).code).toBe("not_found");
  });

  it("of channels has those that a seed leaves without ids", () => {
    const server = openServer();
    server.seed({ version: 1, channels: [channel({ installationId: "installation_south", name: "quay" })] });
    expect(server.control.channels.list({ installationId: "installation_south", after: "C_SOUTH" })).toMatchObject([
      { id: "channel_quay", name: "quay" },
    ]);
  });
});
