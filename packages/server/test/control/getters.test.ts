import type { StateInput } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { methodAt } from "../helpers/control-calls.ts";
import { frozenTime, openServer } from "../helpers/open-server.ts";
import { captureRejection, captureResult } from "../helpers/results.ts";
import { samples } from "../helpers/samples.ts";

// Returns a value whose fields, at any depth, count how often they are read.
function countReads(value: unknown, counts: Map<string, number>, path = ""): unknown {
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  const entries = Object.entries(value).map(([name, field]) => [name, countReads(field, counts, `${path}/${name}`)]);
  return new Proxy(Array.isArray(value) ? entries.map(([, item]) => item) : Object.fromEntries(entries), {
    get(target, name, receiver) {
      if (Object.hasOwn(target, name) && name !== "length") {
        counts.set(`${path}/${String(name)}`, (counts.get(`${path}/${String(name)}`) ?? 0) + 1);
      }
      return Reflect.get(target, name, receiver);
    },
  });
}

describe("each field of an input is read once, before anything is looked up", () => {
  it.each(samples)("by $path", async ({ path, prepare, input }) => {
    const server = openServer();
    await prepare?.(server);
    const counts = new Map<string, number>();
    await methodAt(server, path)(countReads(input, counts));
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  });

  it.each(["seed", "restore"] as const)("by %s", (name) => {
    const server = openServer();
    const counts = new Map<string, number>();
    const state = { ...openServer().snapshot(), idPosition: 7, clock: { offset: 5 } };
    if (name === "seed") server.restore({ version: 1 });
    server[name](countReads(state, counts) as StateInput);
    expect(counts.get("/pages/0/slug")).toBe(1);
    expect([...counts].filter(([, count]) => count > 1)).toEqual([]);
  });

  it("so that a getter may call another control, whose changes are its own", () => {
    const server = openServer();
    const seed: StateInput = {
      version: 1,
      get brains() {
        server.control.brains.create({ id: "brain_west" });
        return [{ id: "brain_east", organizationId: "org_none" }];
      },
    };
    expect(() => server.seed(seed)).toThrow("brains[0].organizationId");
    const ids = server.control.brains.list().map(({ id }) => id);
    expect(ids).toEqual(["brain_tides", "brain_ropes", "brain_west"]);
  });

  it("so that two organizations never have one key", async () => {
    const server = openServer();
    const input = {
      organizationId: "org_north",
      get apiKey() {
        server.control.apiKeys.create({ apiKey: "key_west", organizationId: "org_south" });
        return "key_west";
      },
    };
    const result = await captureResult(() => server.control.apiKeys.create(input));
    expect(result).toMatchObject({ thrown: { message: "Failed to create an API key: apiKey is taken already." } });
    expect(server.control.apiKeys.get({ apiKey: "key_west" }).organizationId).toBe("org_south");
  });

  it("or the call fails with the error of a getter", () => {
    const failure = new RangeError("too high");
    const input = {
      get brainId(): string {
        throw failure;
      },
    };
    expect(() => openServer().control.brains.get(input)).toThrow(failure);
  });
});

class NeapTide {
  brainId = "brain_tides";
  embedding = [0.5];
  readonly slug: string;

  constructor(slug: string) {
    this.slug = slug;
  }

  get title() {
    return `Neap tide ${this.slug}`;
  }
}

class Content {
  brainId = "brain_tides";
  slug = "b";
  embedding: number[];

  constructor(embedding: number[]) {
    this.embedding = embedding;
  }
}

it("an instance of a class may be an input, whose accessors are its fields, and isn't shared", () => {
  const server = openServer();
  const page = new NeapTide("a");
  server.control.pages.create(page);
  const { brainId, embedding } = page;
  server.seed({ version: 1, pages: [{ brainId, embedding, slug: "b", title: "Neap tide b" }] });
  server.control.pages.edit({ brainId, slug: "b", embedding: [1] });
  server.control.pages.edit(new Content(embedding));
  page.embedding[0] = 9;
  const pages = server.snapshot().pages.filter(({ title }) => title.startsWith("Neap tide"));
  expect(pages.map(({ title, embedding }) => [title, embedding])).toEqual([
    ["Neap tide a", [0.5]],
    ["Neap tide b", [0.5]],
  ]);
});

it("a fault that contains itself is rejected", async () => {
  const body: Record<string, unknown> = {};
  body["left"] = body["right"] = body;
  const server = openServer();
  const act = () => server.faults.add({ kind: "response", status: 500, body } as never);
  expect(await captureRejection(server, act)).toMatchObject({ code: "invalid_input" });
});

it("a clock can't call controls while one runs, whose changes are undone", () => {
  let tick = () => {};
  const clock = {
    now() {
      tick();
      return Date.parse(frozenTime);
    },
  };
  const server = openServer({ clock });
  const before = server.snapshot();
  tick = () => server.control.brains.delete({ brainId: "brain_tides" });
  const create = () => server.control.pages.create({ brainId: "brain_tides", title: "Neap tide" });
  expect(create).toThrow("the function now of a clock must not call controls");
  tick = () => {};
  expect(server.snapshot()).toStrictEqual(before);
});
