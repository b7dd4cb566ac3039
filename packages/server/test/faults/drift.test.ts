import { type ClientOptions, ConnectionError, type KnowledgeBaseError, ResponseError } from "@knowledge-base/sdk";
import type { FaultEffect } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { connect, page } from "./connect.ts";

/** Archives the page of a service that departs from its contract. Returns the error, and the drift that was reported. */
async function archiveWith(fault: FaultEffect, options: ClientOptions = {}) {
  const server = openServer();
  server.faults.add({ ...fault, operation: "pages.archive", input: page });
  const drifts: string[] = [];
  const onDrift: ClientOptions["onDrift"] = ({ path, kind }) => drifts.push(`${path.join(".")} ${kind}`);
  const { error } = await connect(server, { onDrift, retries: 0, ...options })
    .pages.archive(page)
    .safe();
  expect(server.faults.pending()).toEqual([]);
  return { error: error as KnowledgeBaseError | undefined, drifts };
}

describe("a client of a service that departs from the contract", () => {
  const tolerated: readonly { fault: FaultEffect; drift: string }[] = [
    {
      fault: { kind: "json_patch", patch: [{ op: "replace", path: "/pageType", value: "recipe" }] },
      drift: "pageType unknown_value",
    },
    { fault: { kind: "json_patch", patch: [{ op: "add", path: "/colour", value: 1 }] }, drift: "colour unknown_field" },
  ];
  it.each(tolerated)("reports $drift, and throws if it is strict", async ({ fault, drift }) => {
    expect(await archiveWith(fault)).toEqual({ error: undefined, drifts: [drift] });
    expect((await archiveWith(fault, { validate: "strict" })).error).toBeInstanceOf(ResponseError);
  });

  const rejected: readonly { fault: FaultEffect; drift: string }[] = [
    { fault: { kind: "json_patch", patch: [{ op: "remove", path: "/title" }] }, drift: "title missing_field" },
    {
      fault: { kind: "json_patch", patch: [{ op: "replace", path: "/version", value: "nine" }] },
      drift: "version wrong_type",
    },
  ];
  it.each(rejected)("throws because of $drift, unless it only reports", async ({ fault, drift }) => {
    expect((await archiveWith(fault)).error).toBeInstanceOf(ResponseError);
    expect(await archiveWith(fault, { validate: "report" })).toEqual({ error: undefined, drifts: [drift] });
  });

  it("throws because of an empty response", async () => {
    const { error } = await archiveWith({ kind: "response", status: 201 });
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).not.toBeInstanceOf(ConnectionError);
  });

  it("throws because of a redirect", async () => {
    const headers = { location: "https://moon.example/" };
    const { error } = await archiveWith({ kind: "response", status: 308, headers });
    expect(error?.message).toContain("redirects to https://moon.example/");
  });

  it("succeeds after two failures of a sequence", async () => {
    const server = openServer();
    const unavailable = { kind: "status", status: 503 } as const;
    server.faults.add({ kind: "sequence", steps: [unavailable, unavailable, { kind: "pass" }] });
    const { attempts } = await connect(server).pages.archive(page).withResponse();
    expect(attempts.map(({ status }) => status)).toEqual([503, 503, 201]);
    expect(server.faults.pending()).toEqual([]);
  });

  it("says why a patch could not be applied", async () => {
    const server = openServer();
    server.faults.add({ kind: "json_patch", patch: [{ op: "test", path: "/title", value: "Moon" }] });
    const { error } = await connect(server).pages.archive(page).safe();
    expect(error?.message).toContain("Failed to apply fault_1 to the response with status 201");
  });
});
