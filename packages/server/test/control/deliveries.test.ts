import type { ReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { captureRejection } from "./capture-rejection.ts";

/** A server in which one of each kind was delivered, then a brief of another brain and one of another organization. */
function openBusy(): ReferenceServer {
  const all = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
  const { bindings } = buildState();
  const pages = [...buildState().pages, buildPage({ slug: "neap-tide" })];
  const server = openServer({
    seed: buildState({ pages, bindings: [buildBinding(all), ...bindings.slice(1)] }),
  });
  const { brains, pages: control } = server.control;
  brains.sendDailyBrief({ brainId: "brain_tides" });
  brains.reportConnection({ brainId: "brain_tides", slugs: ["spring-tide", "neap-tide"] });
  control.edit({ brainId: "brain_tides", slug: "neap-tide", title: "T" });
  brains.sendDailyBrief({ brainId: "brain_ropes" });
  brains.sendDailyBrief({ brainId: "brain_south" });
  return server;
}

const everything = [
  "brief binding_deck",
  "brief binding_hold",
  "connection binding_deck",
  "change binding_deck",
  "change binding_hold",
  "brief binding_ropes",
  "brief binding_south",
];

/** A short form of deliveries. */
function short(deliveries: ReturnType<ReferenceServer["deliveries"]["list"]>): string[] {
  return deliveries.map(({ kind, bindingId }) => `${kind} ${bindingId}`);
}

/** The error for a delivery that is not listed. */
function unknown(after: string) {
  const message = `Failed to list the deliveries: there is no delivery ${after}, or it was dropped. Set after to the id of a listed delivery, or omit it.`;
  return { code: "not_found", message, problems: [] };
}

describe("the size of the deliveries", () => {
  const sizeOf = (brainId: string, slugs: readonly [string, string]) => {
    const { pages, bindings, brains } = buildState();
    const seed = buildState({
      brains: [...brains, { id: brainId, organizationId: "org_north", name: "B" }],
      pages: [...pages, ...slugs.map((slug) => buildPage({ brainId, slug }))],
      bindings: [{ ...buildBinding({ notifyConnections: true }), id: "binding_own", brainId }, ...bindings],
    });
    const server = openServer({ seed });
    server.control.brains.reportConnection({ brainId, slugs });
    expect(server.deliveries.list()).toHaveLength(1);
    return server.deliveries.stats().bytes;
  };

  it("counts two bytes for each character, slugs included", () => {
    const size = sizeOf("brain_x", ["a", "b"]);
    expect(sizeOf(`brain_${"x".repeat(31)}`, ["a", "b"]) - size).toBe(60);
    // The text of the delivery has the slug too.
    expect(sizeOf("brain_x", ["a", `b${"-b".repeat(20)}`]) - size).toBe(2 * 80);
  });
});

describe("the list of deliveries", () => {
  it("has everything, the oldest first", () => {
    expect(short(openBusy().deliveries.list())).toEqual(everything);
    expect(short(openBusy().deliveries.list({}))).toEqual(everything);
  });

  it("is empty at first", () => {
    expect(openServer().deliveries.list()).toEqual([]);
  });

  it.each([
    [{ kind: "brief" }, [0, 1, 5, 6]],
    [{ kind: "connection" }, [2]],
    [{ kind: "change" }, [3, 4]],
    [{ brainId: "brain_tides" }, [0, 1, 2, 3, 4]],
    [{ brainId: "brain_ropes" }, [5]],
    [{ slug: "neap-tide" }, [2, 3, 4]],
    [{ slug: "spring-tide" }, [2]],
    [{ bindingId: "binding_hold" }, [1, 4]],
    [{ channelId: "C_DECK" }, [0, 2, 3, 5]],
    [{ channelId: "C_DECK", kind: "brief" }, [0, 5]],
    [{ channelId: "C_DECK", kind: "brief", brainId: "brain_tides" }, [0]],
    [
      {
        kind: undefined,
        brainId: undefined,
        slug: undefined,
        bindingId: undefined,
        channelId: undefined,
        after: undefined,
      },
      [0, 1, 2, 3, 4, 5, 6],
    ],
    [{ kind: "change", brainId: "brain_ropes" }, []],
    [{ brainId: "brain_moon" }, []],
    [{ slug: "" }, []],
    [{ slug: "__proto__" }, []],
  ] as const)("by %j contains the matching ones", (filter, indexes) => {
    expect(short(openBusy().deliveries.list(filter))).toEqual(indexes.map((index) => everything[index]));
  });

  it("contains the deliveries after a given one that match", () => {
    const { deliveries } = openBusy();
    const ids = deliveries.list().map(({ id }) => id);
    expect(short(deliveries.list({ after: ids[2] }))).toEqual(everything.slice(3));
    expect(short(deliveries.list({ after: ids[2], kind: "brief" }))).toEqual(everything.slice(5));
    expect(short(deliveries.list({ after: ids[0], kind: "brief", brainId: "brain_tides" }))).toEqual([everything[1]]);
    expect(deliveries.list({ after: ids[6] })).toEqual([]);
  });

  it("rejects an unknown delivery in after", () => {
    const server = openBusy();
    for (const after of ["delivery_typo", ""]) {
      expect(captureRejection(server, () => server.deliveries.list({ after }))).toEqual(unknown(after));
    }
  });

  it("rejects a delivery in after that was cleared, or precedes a reset", () => {
    const server = openBusy();
    const after = server.deliveries.list().at(-1)?.id ?? "";
    server.deliveries.clear();
    server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    expect(captureRejection(server, () => server.deliveries.list({ after }))).toEqual(unknown(after));
    expect(server.organization("org_south").deliveries.list({ after })).toEqual([]);
    server.reset();
    expect(captureRejection(server, () => server.deliveries.list({ after }))).toEqual(unknown(after));
    expect(captureRejection(server, () => server.organization("org_south").deliveries.list({ after }))).toEqual(
      unknown(after),
    );
  });

  it("of an organization knows no delivery of another", () => {
    const server = openBusy();
    const after = server.deliveries.list().at(-1)?.id ?? "";
    const { deliveries } = server.organization("org_north");
    expect(captureRejection(server, () => deliveries.list({ after }))).toEqual(unknown(after));
  });

  it("contains the newest thousand", () => {
    const server = openServer();
    const ids = Array.from({ length: 1003 }, () => {
      const [delivery] = server.control.brains.sendDailyBrief({ brainId: "brain_ropes" }).delivered;
      return delivery?.id;
    });
    expect(server.deliveries.list().map(({ id }) => id)).toEqual(ids.slice(3));
    expect(
      server
        .organization("org_north")
        .deliveries.list()
        .map(({ id }) => id),
    ).toEqual(ids.slice(3));
    expect(server.deliveries.list({ after: ids[1000] }).map(({ id }) => id)).toEqual(ids.slice(1001));
    expect(server.deliveries.list({ after: ids[3] })).toHaveLength(999);
    expect(captureRejection(server, () => server.deliveries.list({ after: ids[2] }))).toEqual(unknown(`${ids[2]}`));
  });

  it("is that of one organization if it is given", () => {
    const server = openBusy();
    expect(short(server.organization("org_north").deliveries.list())).toEqual(everything.slice(0, 6));
    expect(short(server.organization("org_south").deliveries.list())).toEqual(everything.slice(6));
    expect(server.organization("org_south").deliveries.list({ brainId: "brain_tides" })).toEqual([]);
  });

  it("begins again with a reset, and continues after a restore", () => {
    const server = openBusy();
    server.restore(buildState());
    expect(server.deliveries.list()).toHaveLength(7);
    expect(server.organization("org_south").deliveries.list()).toHaveLength(1);
    server.reset();
    expect(server.deliveries.list()).toEqual([]);
    expect(server.organization("org_south").deliveries.list()).toEqual([]);
  });

  it.each([
    [{ kind: "digest" }, "kind", "must be one of brief, connection, change"],
    [{ brainId: 5 }, "brainId", "must be a string, not 5"],
    [{ slug: null }, "slug", "must be a string, not null"],
    [{ bindingId: [] }, "bindingId", "must be a string, not an array"],
    [{ channelId: true }, "channelId", "must be a string, not a boolean"],
    [{ after: {} }, "after", "must be a string, not an object"],
    [
      { timeout: 5 },
      "",
      "has unknown fields: timeout; the fields are kind, brainId, slug, bindingId, channelId, after",
    ],
    [{ limit: 5 }, "", "has unknown fields: limit; the fields are kind, brainId, slug, bindingId, channelId, after"],
  ])("rejects the filter %j", (filter, path, message) => {
    const server = openBusy();
    expect(captureRejection(server, () => server.deliveries.list(filter as never))).toEqual({
      code: "invalid_input",
      message: `Failed to list the deliveries: ${path || "the input"} ${message}.`,
      problems: [{ path, message }],
    });
  });
});

describe("clearing the deliveries", () => {
  it("removes all of them, and records later ones", () => {
    const server = openBusy();
    expect(server.deliveries.clear()).toBeUndefined();
    expect(server.deliveries.list()).toEqual([]);
    server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    expect(short(server.deliveries.list())).toEqual(["brief binding_ropes"]);
  });

  it("of an organization keeps those of the server and of other organizations", () => {
    const server = openBusy();
    const [north, south] = [server.organization("org_north"), server.organization("org_south")];
    south.deliveries.clear();
    expect(south.deliveries.list()).toEqual([]);
    expect(north.deliveries.list()).toHaveLength(6);
    expect(server.deliveries.list()).toHaveLength(7);
    server.deliveries.clear();
    expect(north.deliveries.list()).toHaveLength(6);
  });

  it("works beyond the thousandth", () => {
    const server = openServer();
    for (let round = 0; round < 1001; round += 1) server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    server.deliveries.clear();
    server.control.brains.sendDailyBrief({ brainId: "brain_ropes" });
    expect(server.deliveries.list()).toHaveLength(1);
  });
});
