import { setTimeout } from "node:timers/promises";
import { implement, type OnChange, type OperationContext, type ReferenceServer } from "@knowledge-base/server";
import { defineOperation } from "@knowledge-base/types";
import { describe, expect, it } from "vitest";
import * as z from "zod";
import { getIndex, openServer, send } from "../helpers/open-server.ts";

type Handler = (context: OperationContext<object>) => unknown;

const operation = defineOperation({
  id: "jobs.run",
  summary: "Run a job",
  method: "POST",
  path: "/v1/jobs",
  success: { status: 200, schema: z.unknown() },
  errors: [],
  idempotency: "unsafe",
});

function openWith(handler: Handler, onChange: OnChange): ReferenceServer {
  return openServer({ operations: [implement(operation, handler)], onChange });
}

const run = (server: ReferenceServer) => send(server, "POST /v1/jobs");

describe("the change of a handler is handed over", () => {
  it("before the response, also while another request changes the organization", async () => {
    let stored = 0;
    const handler: Handler = async ({ control }) => {
      control.brains.create();
      await setTimeout(5);
      return null;
    };
    const server = openWith(handler, async () => {
      await setTimeout(20);
      stored += 1;
    });
    const first = run(server);
    await setTimeout(2);
    await run(server);
    expect(stored).toBe(2);
    await first;
  });

  it("and its failure fails no request of another organization", async () => {
    let finish = () => {};
    const waiting = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const handler: Handler = async ({ control }) => {
      control.brains.create();
      await waiting;
      return null;
    };
    const server = openWith(handler, async ({ organizationId }) => {
      if (organizationId === "org_north") expect.fail("The disk is full");
    });
    const north = run(server);
    const south = { baseUrl: server.baseUrl, fetch: server.fetch, apiKey: "key_south" };
    await send(south, "GET /v1/brains/brain_south/index");
    expect(server.organization("org_south").control.brains.list()).toHaveLength(1);
    expect((await getIndex(server)).status).toBe(200);
    finish();
    expect((await north).status).toBe(500);
  });

  it("if the handler fails later, and if it changes something after the response", async () => {
    const noted: string[] = [];
    const handler: Handler = ({ control, fail }) => {
      control.brains.create();
      void setTimeout(5).then(() => control.brains.create());
      fail.status(409, "Locked");
    };
    const server = openWith(handler, ({ organizationId }) => void noted.push(organizationId));
    expect((await run(server)).status).toBe(409);
    expect(noted).toEqual(["org_north"]);
    await expect.poll(() => noted).toEqual(["org_north", "org_north"]);
  });
});
