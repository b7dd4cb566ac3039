import type { ReferenceServer, StoredBinding } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "../build-state.ts";
import { frozenTime, openServer } from "../open-server.ts";
import { send } from "../send.ts";

const brainId = "brain_tides";
const slugs = ["spring-tide", "neap-tide"] as const;
const off = { notifyBriefs: false, notifyConnections: false, notifyChanges: false };
const on = { notifyBriefs: true, notifyConnections: true, notifyChanges: true };
const version = "page spring-tide now has version 4";

type Cause = (control: ReferenceServer["control"]) => unknown;

// biome-ignore format: one row a line
const causes: readonly (readonly [kind: string, flag: keyof typeof on, slugs: readonly string[], event: string, cause: Cause])[] = [
  ["brief", "notifyBriefs", [], "the daily brief was sent", ({ brains }) => brains.sendDailyBrief({ brainId })],
  ["connection", "notifyConnections", slugs, "a strong connection of spring-tide and neap-tide was reported", ({ brains }) => brains.reportConnection({ brainId, slugs })],
  ["change", "notifyChanges", ["spring-tide"], version, ({ pages }) => pages.edit({ brainId, slug: "spring-tide", title: "T" })],
  ["change", "notifyChanges", ["spring-tide"], version, ({ pages }) => pages.compile({ brainId, slug: "spring-tide" })],
];

/** A server whose brain of tides has two pages, and bindings that differ from one whose every flag is off. */
function open(...bindings: readonly Partial<StoredBinding>[]): ReferenceServer {
  const pages = [buildPage(), buildPage({ slug: "neap-tide" })];
  return openServer({
    seed: buildState({ pages, bindings: bindings.map((binding) => buildBinding({ ...off, ...binding })) }),
  });
}

describe.each(causes)("a notification of a %s (%s)", (kind, flag, named, event, cause) => {
  const pier = { id: "binding_pier", installationId: "installation_pier", teamId: "T_PIER", channelId: "C_PIER" };

  it("is delivered where the binding is active with the flag on, and its report has the reason for each binding", () => {
    const hold = { id: "binding_hold", channelId: "C_HOLD", ...on, [flag]: false };
    const ropes = { id: "binding_ropes", brainId: "brain_ropes", ...on };
    const server = open({ [flag]: true }, hold, { ...pier, status: "disabled", ...on }, ropes);
    const report = cause(server.control);
    const delivered = [
      {
        id: expect.stringMatching(/^delivery_[0-9a-z]{16}$/),
        kind,
        at: frozenTime,
        organizationId: "org_north",
        brainId,
        slugs: named,
        bindingId: "binding_deck",
        installationId: "installation_north",
        channelId: "C_DECK",
        why: `${event}; the binding is active and its ${flag} is on`,
      },
    ];
    expect(server.deliveries.list()).toStrictEqual(delivered);
    expect(server.journal.entries()).toEqual([]);
    const skipped = [
      { bindingId: "binding_hold", why: `its ${flag} is off` },
      { bindingId: "binding_pier", why: "its status is disabled" },
    ];
    if (kind !== "change") expect(report).toStrictEqual({ delivered, skipped });
  });

  it("follows the bindings as they are, and the clock of the organization", async () => {
    const server = open({ ...pier, [flag]: true }, { [flag]: true });
    const binding = { brainId, bindingId: "binding_deck" };
    const counts: number[] = [];
    const steps = [
      () => server.control.bindings.update({ ...binding, status: "disabled" }),
      () => server.control.bindings.update({ ...binding, status: "active" }),
      () => send(server, `PATCH /v1/brains/${brainId}/messaging/bindings/binding_deck`, { json: { [flag]: false } }),
      () => server.organization("org_north").clock.freeze("2030-01-01T00:00:00Z"),
    ];
    for (const step of steps) {
      await step();
      server.deliveries.clear();
      cause(server.control);
      counts.push(server.deliveries.list().length);
    }
    expect(counts).toEqual([1, 2, 1, 1]);
    expect(server.deliveries.list()).toMatchObject([{ bindingId: "binding_pier", at: "2030-01-01T00:00:00.000Z" }]);
  });
});

describe("a notification", () => {
  it("reports a connection of hidden pages, and nothing for a brain without bindings", async () => {
    const server = open({ ...on });
    const { brains, pages } = server.control;
    pages.deprecate({ brainId, slug: "neap-tide" });
    await send(server, `POST /v1/brains/${brainId}/pages/spring-tide/archive`);
    expect(server.deliveries.list()).toEqual([]);
    expect(brains.reportConnection({ brainId, slugs }).delivered).toHaveLength(1);
    expect(brains.sendDailyBrief({ brainId: "brain_ropes" })).toStrictEqual({ delivered: [], skipped: [] });
  });

  it("repeats no id, even of an organization that is created again", () => {
    const server = openServer();
    const south = server.organization("org_south").snapshot();
    for (let round = 0; round < 3; round += 1) {
      server.control.brains.sendDailyBrief({ brainId: "brain_south" });
      server.control.organizations.delete({ organizationId: "org_south" });
      server.control.organizations.create({ id: "org_south" });
      server.organization("org_south").restore(south);
    }
    const ids = server.deliveries.list().map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
  });
});
