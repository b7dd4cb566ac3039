import { idle, settledState } from "@knowledge-base/internal/test-helpers/timers.ts";
import type { OnChange, ReferenceServer } from "@knowledge-base/server";
import { expect, it } from "vitest";
import { type Handler, implementJob, runJob } from "../helpers/job.ts";
import { openServer } from "../helpers/open-server.ts";

function openWithJob(handler: Handler, onChange: OnChange): ReferenceServer {
  return openServer({ operations: [implementJob(handler)], onChange });
}

it("the response of a handler waits for onChange, also while another request changes the organization", async () => {
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const handler: Handler = async ({ control }) => {
    control.brains.create();
    await idle();
    return null;
  };
  let calls = 0;
  const server = openWithJob(handler, () => held[calls++]?.promise);
  const responses = [runJob(server), runJob(server)];
  for (const [index, response] of responses.entries()) {
    await idle();
    expect(await settledState(response)).toBe("waiting");
    held[index]?.resolve();
    expect((await response).status).toBe(200);
  }
});

it("onChange is called for what a handler changes before it fails, and after its response", async () => {
  const noted: string[] = [];
  const afterResponse = Promise.withResolvers<void>();
  const handler: Handler = ({ control, fail }) => {
    control.brains.create();
    void afterResponse.promise.then(() => control.brains.create());
    fail.status(409, "Locked");
  };
  const server = openWithJob(handler, ({ organizationId }) => void noted.push(organizationId));
  expect((await runJob(server)).status).toBe(409);
  expect(noted).toEqual(["org_north"]);
  afterResponse.resolve();
  await expect.poll(() => noted).toEqual(["org_north", "org_north"]);
});

it("onChange is called for a handler that only takes an id", async () => {
  const noted: string[] = [];
  const handler: Handler = ({ ids }) => {
    ids.next("export");
    expect(noted).toEqual(["org_north"]);
    return null;
  };
  const server = openWithJob(handler, ({ organizationId }) => void noted.push(organizationId));
  expect((await runJob(server)).status).toBe(200);
  expect(noted).toHaveLength(1);
});

it.each<{ name: string; fail: () => void | Promise<void> }>([
  { name: "throws", fail: () => expect.fail("The disk is full") },
  { name: "rejects", fail: () => Promise.reject(new Error("The disk is full")) },
])("a response waits for its last change, even if onChange $name for an earlier one", async ({ fail }) => {
  let calls = 0;
  const held = Promise.withResolvers<void>();
  const handler: Handler = ({ control }) => {
    try {
      control.brains.create();
    } catch {
      // The request fails all the same.
    }
    control.brains.create();
    return null;
  };
  const server = openWithJob(handler, () => {
    calls += 1;
    return calls === 1 ? fail() : held.promise;
  });
  const response = runJob(server);
  expect(await settledState(response)).toBe("waiting");
  held.resolve();
  expect((await response).status).toBe(500);
  expect(calls).toBe(2);
});

it("an onChange that throws fails the request with its own error, even if the handler rejects the request", async () => {
  const handler: Handler = ({ ids, fail }) => {
    try {
      ids.next("export");
    } catch {
      // The request fails all the same.
    }
    return fail.status(404, "No export");
  };
  const server = openWithJob(handler, () => expect.fail("The disk is full"));
  expect((await runJob(server)).status).toBe(500);
  const [entry] = server.journal.entries();
  expect(entry?.message).toContain("The disk is full");
});

it("a response waits for no change that comes after its handler has returned", async () => {
  let change = () => {};
  let calls = 0;
  const handler: Handler = ({ control }) => {
    change = () => void control.brains.create();
    change();
    return null;
  };
  const server = openWithJob(handler, async () => {
    calls += 1;
    if (calls > 1) return new Promise(() => {});
    await idle();
    change();
  });
  expect((await runJob(server)).status).toBe(200);
  expect(calls).toBe(2);
});
