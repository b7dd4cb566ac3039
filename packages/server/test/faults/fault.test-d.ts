import type { Fault, PlannedFault, ReferenceServer } from "@knowledge-base/server";
import type { ConnectedServer } from "@knowledge-base/server/control";
import type { Page } from "@knowledge-base/types";
import { expectTypeOf, it } from "vitest";

declare const server: ReferenceServer;
declare const connected: ConnectedServer;
declare const page: Page;

it("a fault has the fields of its kind", () => {
  server.faults.add({ kind: "response", status: 200, body: page, headers: { location: "/" }, afterCommit: true });
  server.faults.add({ kind: "response", merge: { title: null }, headers: { etag: "x" } });
  expectTypeOf(connected.faults.add({ kind: "response", status: 204 })).toEqualTypeOf<Promise<PlannedFault>>();
  expectTypeOf<PlannedFault>().toExtend<Fault>();
  // @ts-expect-error: the status is missing
  server.faults.add({ kind: "response", body: "" });
  // @ts-expect-error: a merge changes the body
  server.faults.add({ kind: "response", status: 200, body: "", merge: {} });
  // @ts-expect-error: the operation is always executed
  server.faults.add({ kind: "truncated_json", afterCommit: true });
  // @ts-expect-error: a hang has no status
  server.faults.add({ kind: "hang", status: 503 });
  // @ts-expect-error: there is no such kind
  server.faults.add({ kind: "pass" });
});
