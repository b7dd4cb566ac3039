import { describe, expect, it } from "vitest";
import { buildPage, buildState } from "../build-state.ts";
import { openServer } from "../open-server.ts";
import { findStateProblems } from "../state-problems.ts";
import { type OpenWest, stateOf } from "./open-west.ts";

describe("an id of several organizations", () => {
  function openTwins(): OpenWest {
    const server = openServer();
    const { apiKey } = server.control.organizations.create({ id: "org_west", seed: stateOf("org_north") });
    return { server, west: server.organization("org_west"), apiKey };
  }

  it("is written with its organization in a snapshot, and only there", () => {
    const { server } = openTwins();
    const { pages, channels, bindings } = server.snapshot();
    const owners = (records: readonly { readonly organizationId?: string | undefined }[]) =>
      records.map(({ organizationId }) => organizationId);
    expect(owners(pages)).toEqual(["org_north", "org_north", undefined, "org_west", "org_west"]);
    expect(owners(channels)).toEqual([...Array(3).fill("org_north"), undefined, ...Array(3).fill("org_west")]);
    expect(owners(bindings)).toEqual([...Array(3).fill("org_north"), undefined, ...Array(3).fill("org_west")]);
    expect(openServer({ seed: server.snapshot() }).snapshot()).toStrictEqual(server.snapshot());
  });

  it("must have its organization in a state", () => {
    const state = openTwins().server.snapshot();
    const withoutOwner = <Record extends { readonly organizationId?: string | undefined }>(
      records: readonly Record[],
    ) => records.map(({ organizationId: _, ...record }) => record);
    const problems = findStateProblems({
      ...state,
      pages: withoutOwner(state.pages).slice(0, 1),
      channels: withoutOwner(state.channels).slice(0, 1),
      bindings: withoutOwner(state.bindings).slice(0, 1),
    });
    expect(problems).toEqual([
      { path: "pages[0].brainId", message: "names brains of 2 organizations: add organizationId" },
      { path: "channels[0].installationId", message: "names installations of 2 organizations: add organizationId" },
      { path: "bindings[0].brainId", message: "names brains of 2 organizations: add organizationId" },
    ]);
  });

  it("means the organization that the state adds", () => {
    const west = openTwins().west.snapshot();
    const server = openServer();
    server.seed(west);
    expect(server.organization("org_west").snapshot()).toStrictEqual(west);
    expect(server.organization("org_north").snapshot()).toStrictEqual(stateOf("org_north"));
  });

  it.each([
    ["org_moon", "pages[0].organizationId", "names no organization of this state"],
    ["org_south", "pages[0].brainId", "names no brain of its organization"],
  ])("must belong to the organization that is named: %s", (organizationId, path, message) => {
    expect(findStateProblems(buildState({ pages: [buildPage({ organizationId })] }))).toEqual([{ path, message }]);
  });

  it("is rejected by controls of the whole server", () => {
    const { server, west } = openTwins();
    const address = { brainId: "brain_tides", slug: "spring-tide" };
    const advice =
      "2 organizations have a brain brain_tides. Use server.organization(id).control, or ?organization=ID over HTTP";
    expect(() => server.control.pages.pin(address)).toThrow(`Failed to pin a page: ${advice}.`);
    expect(() => server.control.installations.uninstall({ installationId: "installation_pier" })).toThrow(
      "2 organizations have an installation installation_pier",
    );
    west.control.pages.pin(address);
    expect(server.organization("org_north").control.pages.get(address).pinned).toBe(false);
    expect(west.control.pages.get(address).pinned).toBe(true);
  });

  it("is available again after one of them was deleted", () => {
    const { server } = openTwins();
    server.control.organizations.delete({ organizationId: "org_west" });
    expect(server.control.pages.pin({ brainId: "brain_tides", slug: "spring-tide" }).pinned).toBe(true);
    expect(server.snapshot().pages[0]).not.toHaveProperty("organizationId");
  });
});
