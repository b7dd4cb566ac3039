import { setImmediate } from "node:timers/promises";
import { type ControlError, createReferenceServer } from "@knowledge-base/server";
import { connect, withControl } from "@knowledge-base/server/control";
import { createTest } from "@knowledge-base/server/vitest";
import { afterAll, describe, expect, it } from "vitest";
import { openServer } from "../open-server.ts";
import { recordsOf } from "../records-of.ts";
import { send } from "../send.ts";

const seed = openServer().organization("org_north").snapshot();
const address = { brainId: "brain_tides", slug: "spring-tide" };
const archivePath = "POST /v1/brains/brain_tides/pages/spring-tide/archive";

describe("tests that share a server in the same process", () => {
  const server = createReferenceServer();
  const before = recordsOf(server);
  const ids: string[] = [];
  const test = createTest({
    sharedServer: server,
    seed,
    client: ({ baseUrl, apiKey, fetch }) => ({ archive: () => send({ baseUrl, apiKey, fetch }, archivePath) }),
  });

  afterAll(() => {
    expect(new Set(ids).size).toBe(ids.length);
    expect(recordsOf(server)).toStrictEqual(before);
  });

  test("have an organization with the seed, and a client of it", async ({ organization, client }) => {
    ids.push(organization.id);
    expect(organization.snapshot().pages).toStrictEqual(seed.pages);
    expect(await client.archive()).toMatchObject({ status: 201 });
    expect(organization).toHaveReceivedTimes("pages.archive", 1);
    expect(organization.control.pages.get(address).archived).toBe(true);
  });

  test.for(Array.from({ length: 20 }, (_, index) => index))(
    "do not affect each other: %i",
    { concurrent: true },
    async (index, { organization, client, expect: expectOfTest }) => {
      ids.push(organization.id);
      organization.faults.add({ kind: "status", status: 503, times: 1 + (index % 2) });
      for (let time = 0; time < 1 + (index % 2); time += 1) {
        expectOfTest(await client.archive()).toMatchObject({ status: 503 });
        await setImmediate();
      }
      expectOfTest(organization.control.pages.get(address).archived).toBe(false);
      expectOfTest(await client.archive()).toMatchObject({ status: 201 });
      expectOfTest(organization).toHaveReceivedTimes("pages.archive", 2 + (index % 2));
    },
  );

  test("may delete their organization", ({ organization }) => {
    organization.faults.add({ kind: "hang" });
    server.control.organizations.delete({ organizationId: organization.id });
  });
});

describe("tests that share a server of another copy of the package", () => {
  const original = createReferenceServer();
  /** Returns the same tools, whose errors have another class. */
  const copyTools = <Tools extends object>(tools: Tools): Tools =>
    Object.fromEntries(
      Object.entries(tools).map(([name, tool]: [string, unknown]) => [
        name,
        typeof tool === "function"
          ? (...input: unknown[]) => {
              try {
                return tool(...input) as unknown;
              } catch (error) {
                throw Object.assign(new Error("copied"), { name: "ControlError", code: (error as ControlError).code });
              }
            }
          : tool,
      ]),
    ) as Tools;
  const test = createTest({
    sharedServer: {
      ...original,
      control: { ...original.control, organizations: copyTools(original.control.organizations) },
      organization: (id: string) => {
        const { faults, journal, ...rest } = original.organization(id);
        return { ...rest, faults: copyTools(faults), journal: copyTools(journal) };
      },
    },
  });

  test("may delete their organization", ({ organization }) => {
    original.control.organizations.delete({ organizationId: organization.id });
  });
});

describe("tests that share a server in another process", () => {
  const remote = createReferenceServer();
  const before = recordsOf(remote);
  let connections = 0;
  const test = createTest({
    sharedServer: () => {
      connections += 1;
      return connect(remote.baseUrl, { fetch: withControl(remote) });
    },
    seed,
    client: async ({ baseUrl, apiKey, fetch }) => ({ archive: () => send({ baseUrl, apiKey, fetch }, archivePath) }),
  });

  afterAll(() => {
    expect(connections).toBe(1);
    expect(recordsOf(remote)).toStrictEqual(before);
  });

  test("have an organization with the seed, and a client of it", async ({ organization, client }) => {
    await organization.faults.add({ kind: "status", status: 503 });
    expect(await client.archive()).toMatchObject({ status: 503 });
    expect(await client.archive()).toMatchObject({ status: 201 });
    await expect(organization).toHaveReceivedTimes("pages.archive", 2);
    expect((await organization.control.pages.get(address)).archived).toBe(true);
  });

  test("do not see what other tests did", async ({ organization }) => {
    expect((await organization.control.pages.get(address)).archived).toBe(false);
    await expect(organization).not.toHaveReceived("pages.archive");
  });
});

describe("the options of a shared server", () => {
  const create = createTest as (options: object) => unknown;

  it.each<[object, string]>([
    [{ sharedServer: undefined }, "sharedServer"],
    [{ sharedServer: openServer(), server: {} }, "Set only one of server and sharedServer."],
    [{ sharedServer: openServer(), client: 1 }, "client"],
    [{ sharedServer: openServer(), allowUnusedFaults: "yes" }, "allowUnusedFaults"],
    [{ seed }, "Set it as an option of the server"],
  ])("are validated: %#", (options, message) => {
    expect(() => create(options)).toThrow(message);
  });
});
