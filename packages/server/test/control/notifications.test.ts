import type { ReferenceServer, StoredBinding } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { send } from "../send.ts";
import { captureRejection } from "./capture-rejection.ts";

const brainId = "brain_tides";
const slug = "spring-tide";

interface NotificationCase {
  readonly kind: "brief" | "connection" | "change";
  readonly flag: "notifyBriefs" | "notifyConnections" | "notifyChanges";
  readonly name: string;
  readonly slugs: readonly string[];
  readonly event: string;
  readonly cause: (server: ReferenceServer) => unknown;
}

const cases: readonly NotificationCase[] = [
  {
    kind: "brief",
    flag: "notifyBriefs",
    name: "the daily brief",
    slugs: [],
    event: "the daily brief was sent",
    cause: ({ control }) => control.brains.sendDailyBrief({ brainId }),
  },
  {
    kind: "connection",
    flag: "notifyConnections",
    name: "a connection",
    slugs: [slug, "neap-tide"],
    event: "a strong connection of spring-tide and neap-tide was reported",
    cause: ({ control }) => control.brains.reportConnection({ brainId, slugs: [slug, "neap-tide"] }),
  },
  {
    kind: "change",
    flag: "notifyChanges",
    name: "an edit",
    slugs: [slug],
    event: "page spring-tide now has version 4",
    cause: ({ control }) => control.pages.edit({ brainId, slug, title: "T" }),
  },
  {
    kind: "change",
    flag: "notifyChanges",
    name: "a compilation",
    slugs: [slug],
    event: "page spring-tide now has version 4",
    cause: ({ control }) => control.pages.compile({ brainId, slug }),
  },
];

const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };

/** A server whose brain of tides has two pages, and bindings that differ from one whose every flag is off. */
function open(...bindings: readonly Partial<StoredBinding>[]): ReferenceServer {
  const seed = buildState({
    pages: [buildPage(), buildPage({ slug: "neap-tide" })],
    bindings: bindings.map((binding) => buildBinding({ ...off, ...binding })),
  });
  return openServer({ seed });
}

/** The ids of the bindings that have delivered something. */
function deliveredBy(server: ReferenceServer): string[] {
  return server.deliveries.list().map(({ bindingId }) => bindingId);
}

describe.each(cases)("$name", ({ kind, flag, slugs, event, cause }) => {
  it("reaches the channel of an active binding with the flag on", () => {
    const server = open({ [flag]: true });
    cause(server);
    expect(server.deliveries.list()).toStrictEqual([
      {
        id: expect.stringMatching(/^delivery_[0-9a-z]{16}$/),
        kind,
        at: frozenTime,
        organizationId: "org_north",
        brainId,
        slugs,
        bindingId: "binding_deck",
        installationId: "installation_north",
        channelId: "C_DECK",
        why: `${event}; the binding is active and its ${flag} is on`,
      },
    ]);
  });

  it("does not depend on the other flags of the binding", () => {
    const server = open({ notifyBriefs: true, notifyConnections: true, notifyChanges: true, [flag]: false });
    cause(server);
    expect(server.deliveries.list()).toEqual([]);
  });

  it("does not reach the channel of a binding that is disabled", () => {
    const server = open({ [flag]: true, status: "disabled" });
    cause(server);
    expect(server.deliveries.list()).toEqual([]);
  });

  it("reaches each channel of its own brain with the flag on, in the order of the bindings, and no other brain's", () => {
    const server = open(
      { id: "binding_pier", installationId: "installation_pier", teamId: "T_PIER", channelId: "C_PIER", [flag]: true },
      { id: "binding_hold", channelId: "C_HOLD" },
      { id: "binding_deck", [flag]: true },
      { id: "binding_ropes", brainId: "brain_ropes", [flag]: true },
    );
    cause(server);
    expect(server.deliveries.list()).toMatchObject([
      { bindingId: "binding_pier", installationId: "installation_pier", channelId: "C_PIER" },
      { bindingId: "binding_deck", installationId: "installation_north", channelId: "C_DECK" },
    ]);
  });

  it("reflects changes of a binding by control and operations", async () => {
    const server = open({ [flag]: true });
    const path = `/v1/brains/${brainId}/messaging/bindings/binding_deck`;
    const steps: [() => unknown, number][] = [
      [() => server.control.bindings.update({ brainId, bindingId: "binding_deck", status: "disabled" }), 0],
      [() => server.control.bindings.update({ brainId, bindingId: "binding_deck", status: "active" }), 1],
      [() => send(server, `PATCH ${path}`, { json: { [flag]: false } }), 0],
      [() => server.control.bindings.update({ brainId, bindingId: "binding_deck", [flag]: true }), 1],
      [() => send(server, `DELETE ${path}`), 0],
    ];
    for (const [step, count] of steps) {
      await step();
      server.deliveries.clear();
      cause(server);
      expect(server.deliveries.list()).toHaveLength(count);
    }
  });

  it("has the time of the organization", () => {
    const server = open({ [flag]: true });
    server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z");
    cause(server);
    expect(server.deliveries.list()).toMatchObject([{ at: "2030-01-01T00:00:00.000Z" }]);
  });

  it("is delivered each time, with an id of its own", () => {
    const server = open({ [flag]: true });
    cause(server);
    cause(server);
    expect(new Set(server.deliveries.list().map(({ id }) => id)).size).toBe(2);
  });

  it("is not a request, and is in no journal", () => {
    const server = open({ [flag]: true });
    cause(server);
    expect(server.journal.entries()).toEqual([]);
  });
});

describe("the report of a notification", () => {
  it.each([
    ["notifyBriefs", (server: ReferenceServer) => server.control.brains.sendDailyBrief({ brainId })],
    [
      "notifyConnections",
      (server: ReferenceServer) => server.control.brains.reportConnection({ brainId, slugs: ["neap-tide", slug] }),
    ],
  ] as const)("contains a delivery or a reason for each binding (%s)", (flag, cause) => {
    const server = open(
      { [flag]: true },
      { id: "binding_hold", channelId: "C_HOLD" },
      {
        id: "binding_pier",
        installationId: "installation_pier",
        teamId: "T_PIER",
        channelId: "C_PIER",
        status: "disabled",
        [flag]: true,
      },
    );
    const report = cause(server);
    expect(report).toStrictEqual({
      delivered: server.deliveries.list(),
      skipped: [
        { bindingId: "binding_hold", why: `its ${flag} is off` },
        { bindingId: "binding_pier", why: "its status is disabled" },
      ],
    });
    expect(deliveredBy(server)).toEqual(["binding_deck"]);
  });

  it("is empty for a brain without bindings", () => {
    const server = open();
    expect(server.control.brains.sendDailyBrief({ brainId })).toStrictEqual({ delivered: [], skipped: [] });
  });
});

describe("a page that changes in another way", () => {
  it("is not notified", async () => {
    const server = open({ notifyBriefs: true, notifyConnections: true, notifyChanges: true });
    const { pages } = server.control;
    pages.get({ brainId, slug });
    pages.read({ brainId, slug });
    pages.pin({ brainId, slug });
    pages.unpin({ brainId, slug });
    pages.mark({ brainId, slug, status: "stale" });
    pages.deprecate({ brainId, slug });
    await send(server, `POST /v1/brains/${brainId}/pages/${slug}/archive`);
    pages.restore({ brainId, slug });
    pages.create({ brainId, title: "New", body: "New" });
    expect(server.deliveries.list()).toEqual([]);
  });

  it("is not notified if the change is rejected", async () => {
    const server = open({ notifyChanges: true });
    await send(server, `POST /v1/brains/${brainId}/pages/${slug}/archive`);
    const { pages } = server.control;
    expect(captureRejection(server, () => pages.compile({ brainId, slug })).code).toBe("conflict");
    expect(captureRejection(server, () => pages.edit({ brainId, slug: "neap-tide" })).code).toBe("invalid_input");
    expect(server.deliveries.list()).toEqual([]);
  });
});

describe("reporting a connection", () => {
  it("is for pages that are archived or deprecated too", async () => {
    const server = open({ notifyConnections: true });
    server.control.pages.deprecate({ brainId, slug: "neap-tide" });
    await send(server, `POST /v1/brains/${brainId}/pages/${slug}/archive`);
    server.control.brains.reportConnection({ brainId, slugs: [slug, "neap-tide"] });
    expect(deliveredBy(server)).toEqual(["binding_deck"]);
  });

  it.each([[["moon", slug]], [[slug, "moon"]], [["moon", "moon"]]] as const)(
    "rejects the pages %j, one of which does not exist",
    (slugs) => {
      const server = open({ notifyConnections: true });
      expect(captureRejection(server, () => server.control.brains.reportConnection({ brainId, slugs }))).toEqual({
        code: "not_found",
        message: "Failed to report a connection: brain brain_tides has no page moon.",
        problems: [],
      });
    },
  );

  it("rejects a page and itself", () => {
    const server = open({ notifyConnections: true });
    expect(
      captureRejection(server, () => server.control.brains.reportConnection({ brainId, slugs: [slug, slug] })),
    ).toEqual({
      code: "invalid_input",
      message: "Failed to report a connection: slugs must name two different pages.",
      problems: [{ path: "slugs", message: "must name two different pages" }],
    });
  });

  it.each([
    [[], "slugs", "must be at least 2 elements long"],
    [[slug], "slugs", "must be at least 2 elements long"],
    [[slug, "neap-tide", "moon"], "slugs", "must be at most 2 elements long"],
    [[slug, ""], "slugs[1]", "must not be empty"],
    [[slug, null], "slugs[1]", "must be a string, not null"],
    ["ab", "slugs", "must be an array, not a string"],
    [{ 0: slug, 1: "neap-tide", length: 2 }, "slugs", "must be an array, not an object"],
    [undefined, "slugs", "is missing"],
  ])("rejects %j instead of two slugs", (slugs, path, message) => {
    const server = open({ notifyConnections: true });
    expect(captureRejection(server, () => server.control.brains.reportConnection({ brainId, slugs } as never))).toEqual(
      {
        code: "invalid_input",
        message: `Failed to report a connection: ${path} ${message}.`,
        problems: [{ path, message }],
      },
    );
  });
});
