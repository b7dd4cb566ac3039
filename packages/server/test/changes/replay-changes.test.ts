import { type ReferenceServer, replayChanges, type State, type StateChange } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { buildBinding, buildState } from "../build-state.ts";
import { openRecorded } from "./open-recorded.ts";

describe("replaying changes", () => {
  it("uses a change once, and rejects a gap", () => {
    const { server, changes, initial } = openRecorded();
    for (const name of ["a", "b", "c"]) server.control.brains.create({ id: `brain_${name}`, name });
    const [first, second, third] = changes as [StateChange, StateChange, StateChange];
    expect(replayChanges(initial, [first, first, second, first, third])).toStrictEqual(server.snapshot());
    expect(() => replayChanges(initial, [first, third])).toThrow("change 2 is missing before change 3");
  });

  it("rejects a state without the organization of a change", () => {
    const { server, changes } = openRecorded();
    server.control.brains.create({ id: "brain_moon" });
    expect(() => replayChanges({ version: 1 }, changes)).toThrow(
      'step 1 of change 1 puts a record into organization "org_north", which does not exist. Begin with the snapshot',
    );
  });

  it.each<[record: string, change: (server: ReferenceServer) => unknown, remove: Partial<State>]>([
    ["a page", ({ control }) => control.pages.create({ brainId: "brain_moon", title: "Moon" }), { brains: [] }],
    [
      "a channel",
      ({ control }) => control.channels.create({ installationId: "installation_moon", name: "deck" }),
      { installations: [] },
    ],
  ])("rejects %s whose brain or installation does not exist", (_, change, remove) => {
    const { server, changes } = openRecorded();
    server.control.brains.create({ id: "brain_moon", organizationId: "org_north" });
    server.control.installations.create({ id: "installation_moon", organizationId: "org_north", channels: [] });
    const before = { ...server.snapshot(), ...remove, pages: [], channels: [], bindings: [] };
    const { length } = changes;
    change(server);
    expect(() => replayChanges(before, changes.slice(length))).toThrow(
      /^Failed to replay changes: step 1 of change 3 puts a record into (brain "brain|installation "installation)_moon", which/,
    );
  });

  it("rejects a binding whose installation does not exist", () => {
    const { initial } = openRecorded();
    const steps = [{ action: "put", organizationId: "org_north", array: "bindings", record: buildBinding() }] as const;
    const before = { ...initial, installations: [], channels: [], bindings: [] };
    expect(() => replayChanges(before, [{ sequence: 1, steps }])).toThrow('into installation "installation_north"');
  });

  it.each<[changes: unknown, problem: string]>([
    [null, "the changes must be an array, or can be iterated over (got null)"],
    [{ sequence: 1, steps: [] }, "the changes must be an array, or can be iterated over (got an object)"],
    [[null], "a change must be an object with a number as its sequence and with steps (got null)"],
    [[[]], "a change must be an object"],
    [[{ steps: [] }], "a change must be an object"],
    [[{ sequence: "1", steps: [] }], "a change must be an object"],
    [[{ sequence: 1 }], "a change must be an object"],
    [[{ sequence: 1, steps: [5] }], "step 1 of change 1 must be an object (got 5)"],
    [[{ sequence: 1, steps: [{ action: "add", organizationId: "a" }] }], 'must put, delete or clear (got "add")'],
    [[{ sequence: 1, steps: [{ action: "clear", organizationId: 5 }] }], "must have the id of an organization (got 5)"],
    [[{ sequence: 1, steps: [{ action: "put" }] }], "must have the id of an organization (got undefined)"],
    [[{ sequence: 1, steps: [{ action: "put", organizationId: "a", array: "page" }] }], "must have one of the arrays"],
    [
      [{ sequence: 1, steps: [{ action: "delete", organizationId: "a", array: "pages" }] }],
      "must have a record (got undefined)",
    ],
    [
      [{ sequence: 1, steps: [{ action: "put", organizationId: "a", array: "brains", record: { id: "a" } }] }],
      "must have a valid record: organizationId is missing",
    ],
    [
      [
        {
          sequence: 1,
          steps: [{ action: "put", organizationId: "a", array: "organizations", record: { key_north: 1 } }],
        },
      ],
      "must have a valid record: ",
    ],
  ])("rejects what is no change: %j", (changes, problem) => {
    const replay = () => replayChanges(buildState(), changes as StateChange[]);
    expect(replay).toThrow(/^Failed to replay changes: /);
    expect(replay).toThrow(problem);
    expect(replay).not.toThrow("key_north");
  });
});
