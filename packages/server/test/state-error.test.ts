import { ControlError, createReferenceServer, type State, type StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildPage, buildState } from "./build-state.ts";
import { openServer } from "./open-server.ts";
import { recordsOf } from "./records-of.ts";
import { send } from "./send.ts";
import { catchStateProblems, findStateProblems } from "./state-problems.ts";

const brain = { id: "brain_new", organizationId: "org_north", name: "New" };

describe("records that are added", () => {
  it.each<{ more: Partial<State>; path: string; message: string }>([
    {
      more: { organizations: [{ id: "org_north", name: "" }] },
      path: "organizations[0].id",
      message: "is taken already",
    },
    {
      more: { apiKeys: [{ key: "key_south", organizationId: "org_south", role: "" }] },
      path: "apiKeys[0].key",
      message: "is taken already",
    },
    { more: { brains: [{ ...brain, id: "brain_tides" }] }, path: "brains[0].id", message: "is taken already" },
    {
      more: { pages: [buildPage({ id: "page_knots", slug: "new" })] },
      path: "pages[0].id",
      message: "is taken already",
    },
    {
      more: { pages: [buildPage({ id: "page_new" })] },
      path: "pages[0].slug",
      message: "is already used in the brain: change the slug of one of the pages",
    },
    {
      more: { installations: [{ id: "installation_pier", organizationId: "org_north", teamId: "T", teamName: "" }] },
      path: "installations[0].id",
      message: "is taken already",
    },
    {
      more: { channels: buildState().channels.slice(3) },
      path: "channels[0].id",
      message: "is already used in the installation",
    },
    {
      more: { bindings: [buildBinding({ id: "binding_hold", brainId: "brain_ropes", channelId: "C_HOLD" })] },
      path: "bindings[0].id",
      message: "is taken already",
    },
    {
      more: { bindings: [buildBinding({ id: "binding_new" })] },
      path: "bindings[0].channelId",
      message: "is already bound to this brain",
    },
    {
      more: {
        bindings: [buildBinding({ id: "binding_new", brainId: "brain_ropes", channelId: "C_HOLD", teamId: "T" })],
      },
      path: "bindings[0].teamId",
      message: "is not the team of the installation",
    },
    {
      more: { pages: [buildPage({ brainId: "brain_moon" })] },
      path: "pages[0].brainId",
      message: "names no brain of this state or the server",
    },
  ])("are compared with the existing records: $path $message", ({ more, path, message }) => {
    const server = openServer();
    const problems = catchStateProblems(() => server.seed({ version: 1, ...more }));
    expect(problems[0]).toEqual({ path, message });
    expect(recordsOf(server)).toStrictEqual(buildState());
  });

  it("are rejected if they are added twice", () => {
    const server = openServer();
    server.seed({ version: 1, brains: [brain] });
    expect(catchStateProblems(() => server.seed({ version: 1, brains: [brain] }))).toEqual([
      { path: "brains[0].id", message: "is taken already" },
    ]);
  });

  it("are all discarded if one of many is rejected", async () => {
    const server = openServer();
    const state: StateInput = {
      version: 1,
      organizations: [{ id: "org_west", name: "West" }],
      apiKeys: [{ key: "key_west", organizationId: "org_west", role: "admin" }],
      brains: [brain],
      pages: [buildPage({ slug: "neap-tide" }), buildPage({ id: "page_last", slug: "last", brainId: "brain_moon" })],
    };
    expect(catchStateProblems(() => server.seed(state))).toEqual([
      { path: "pages[1].brainId", message: "names no brain of this state or the server" },
    ]);
    expect(recordsOf(server)).toStrictEqual(buildState());
    expect((await send(server, "GET /v1/brains/brain_new/index")).status).toBe(404);
    expect((await send(server, "GET /v1/brains/brain_new/index", { key: "key_west" })).status).toBe(401);
  });

  it("may reuse removed ids", async () => {
    const server = openServer();
    await send(server, "DELETE /v1/brains/brain_tides/messaging/bindings/binding_deck");
    server.seed({ version: 1, bindings: [buildBinding()] });
    expect(server.snapshot().bindings).toContainEqual(buildBinding());
  });
});

describe("a ControlError", () => {
  const pages = (count: number) => Array.from({ length: count }, () => null);

  it("states that nothing was loaded, and lists every problem", () => {
    const state = { ...buildState(), brains: [{ ...brain, organizationId: "x" }], pages: [], bindings: [] };
    const create = () => createReferenceServer({ seed: state });
    expect(create).toThrow(ControlError);
    expect(create).toThrow(
      /^Failed to load a state: 1 problem, so nothing was loaded\.\n {2}brains\[0\]\.organizationId names no organization of this state$/,
    );
  });

  it("is an error with a name and the problems", () => {
    try {
      openServer().seed({ version: 1, pages: [buildPage()] });
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(ControlError);
      expect(error).toBeInstanceOf(Error);
      expect(error).toHaveProperty("name", "ControlError");
      expect(error).toHaveProperty("problems", [
        { path: "pages[0].id", message: "is taken already" },
        { path: "pages[0].slug", message: "is already used in the brain: change the slug of one of the pages" },
      ]);
    }
  });

  it.each([1, 19, 20])("shows all of %i problems", (count) => {
    const shown = pages(count).map((_, index) => `\n  pages[${index}] must be an object, not null`);
    expect(messageOf({ version: 1, pages: pages(count) })).toBe(
      `Failed to load a state: ${count} problem${count === 1 ? "" : "s"}, so nothing was loaded.${shown.join("")}`,
    );
  });

  it.each([21, 100, 101, 500])("shows 20 of %i problems, and counts the rest", (count) => {
    const shown = pages(20).map((_, index) => `\n  pages[${index}] must be an object, not null`);
    expect(messageOf({ version: 1, pages: pages(count) })).toBe(
      `Failed to load a state: ${count} problems, so nothing was loaded.${shown.join("")}\n  and ${count - 20} more`,
    );
    const error = catchError({ version: 1, pages: pages(count) });
    expect(error).toHaveProperty("problemCount", count);
    expect(error).toHaveProperty("problems.length", 20);
  });

  it("is small, however many records are invalid and however long their fields are", () => {
    const long = "x".repeat(10_000);
    const invalid = pages(500).map((_, index) => ({
      ...buildPage(),
      [`${long}${index}`]: 1,
      slug: index,
      brainId: long,
    }));
    const error = catchError({ version: 1, [long]: [], pages: invalid }) as ControlError;
    expect(error.problemCount).toBeGreaterThan(1000);
    expect(error.message.length).toBeLessThan(20_000);
    expect(JSON.stringify(error.problems).length).toBeLessThan(100_000);
    expect(error.problems[0]?.path).toBe(`${"x".repeat(499)}…`);
  });

  it("lists the problems of all arrays in the order in which they refer to each other", () => {
    const state = {
      version: 1,
      bindings: [buildBinding()],
      pages: [buildPage()],
      organizations: [
        { id: "org_north", name: "" },
        { id: "org_north", name: "" },
      ],
    };
    expect(findStateProblems(state)).toEqual([
      { path: "organizations[1].id", message: "is taken already" },
      { path: "pages[0].brainId", message: "names no brain of this state" },
      { path: "bindings[0].brainId", message: "names no brain of this state" },
    ]);
  });
});

function messageOf(state: unknown): string {
  return catchError(state)?.message ?? "";
}

function catchError(state: unknown): Error | undefined {
  try {
    createReferenceServer({ seed: state as State });
  } catch (error) {
    return error as Error;
  }
  return undefined;
}
