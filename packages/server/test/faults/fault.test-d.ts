import type {
  Fault,
  FaultInput,
  FaultStep,
  JsonPatchOperation,
  PlannedFault,
  ReferenceServer,
} from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import type { Page } from "@knowledge-base/types";
import { describe, expectTypeOf, it } from "vitest";

declare const server: ReferenceServer;
declare const connected: ConnectedServer;
declare const page: Page;

describe("a fault", () => {
  it("has the fields of its kind", () => {
    server.faults.add({ kind: "json_patch", patch: [{ op: "add", path: "/a", value: page }] });
    server.faults.add({ kind: "response", status: 200, body: page, headers: { location: "/" }, afterCommit: true });
    server.faults.add({ kind: "sequence", steps: [{ kind: "pass" }, { kind: "status", status: 503 }], skip: 2 });
    expectTypeOf(connected.faults.add({ kind: "response", status: 204 })).toEqualTypeOf<Promise<PlannedFault>>();
    // @ts-expect-error: a patch belongs to another kind
    server.faults.add({ kind: "response", status: 200, patch: [] });
    // @ts-expect-error: a patch has no status
    server.faults.add({ kind: "json_patch", patch: [], status: 200 });
    // @ts-expect-error: the operation is always executed
    server.faults.add({ kind: "json_patch", patch: [], afterCommit: true });
    // @ts-expect-error: the patch is missing
    server.faults.add({ kind: "json_patch" });
    // @ts-expect-error: the status is missing
    server.faults.add({ kind: "response", body: "" });
    // @ts-expect-error: there is no such kind
    server.faults.add({ kind: "pass" });
  });

  it("has the requests of its target", () => {
    server.faults.add({ kind: "hang", input: { brainId: "b", slug: "s", limit: 3, notifyBriefs: true }, skip: 1 });
    expectTypeOf<FaultInput["limit"]>().toEqualTypeOf<number | undefined>();
    expectTypeOf<keyof FaultInput>().toEqualTypeOf<
      | "brainId"
      | "slug"
      | "bindingId"
      | "installationId"
      | "limit"
      | "notifyBriefs"
      | "notifyConnections"
      | "notifyChanges"
    >();
    // @ts-expect-error: no operation has this field
    server.faults.add({ kind: "hang", input: { brainID: "b" } });
    // @ts-expect-error: the limit is a number
    server.faults.add({ kind: "hang", input: { limit: "3" } });
    // @ts-expect-error: a sequence has a step for each request
    server.faults.add({ kind: "sequence", steps: [], times: 2 });
    // @ts-expect-error: a sequence does not depend on chance
    server.faults.add({ kind: "sequence", steps: [], probability: 0.5 });
  });

  it("keeps its target and its counters when it is planned", () => {
    const planned = server.faults.add({ kind: "hang" });
    expectTypeOf(planned.uses).toEqualTypeOf<number>();
    expectTypeOf(planned.times).toEqualTypeOf<number | undefined>();
    expectTypeOf(planned.probability).toEqualTypeOf<number | undefined>();
    expectTypeOf(planned.skipped).toEqualTypeOf<number | undefined>();
    expectTypeOf(planned.problem).toEqualTypeOf<string | undefined>();
    expectTypeOf<PlannedFault>().toExtend<Fault>();
  });
});

describe("a step", () => {
  it("has an effect and no target", () => {
    expectTypeOf<FaultStep["kind"]>().toEqualTypeOf<Exclude<Fault["kind"], "sequence"> | "pass">();
    // @ts-expect-error: the sequence has the operation
    server.faults.add({ kind: "sequence", steps: [{ kind: "hang", operation: "oauth.start" }] });
    // @ts-expect-error: a step is one request
    server.faults.add({ kind: "sequence", steps: [{ kind: "hang", times: 2 }] });
    // @ts-expect-error: nothing happens in this step
    server.faults.add({ kind: "sequence", steps: [{ kind: "pass", status: 200 }] });
  });
});

describe("an operation of a JSON Patch", () => {
  it("has the members that RFC 6902 requires", () => {
    expectTypeOf<{ op: "remove"; path: string }>().toExtend<JsonPatchOperation>();
    expectTypeOf<{ op: "move"; path: string; from: string }>().toExtend<JsonPatchOperation>();
    expectTypeOf<{ op: "test"; path: string; value: null }>().toExtend<JsonPatchOperation>();
    expectTypeOf<{ op: "add"; path: string }>().not.toExtend<JsonPatchOperation>();
    expectTypeOf<{ op: "copy"; path: string }>().not.toExtend<JsonPatchOperation>();
    expectTypeOf<{ op: "add"; path: string; value: undefined }>().not.toExtend<JsonPatchOperation>();
  });
});
