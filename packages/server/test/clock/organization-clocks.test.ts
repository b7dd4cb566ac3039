import { describe, expect, it } from "vitest";
import { frozenTime } from "../open-server.ts";
import { at, openTicking } from "./ticking.ts";

function openTwo() {
  const { server, tick } = openTicking();
  return { server, tick, north: server.organization("org_north").clock, south: server.organization("org_south").clock };
}

describe("the clock of an organization", () => {
  it("follows that of the server", () => {
    const { server, tick, north } = openTwo();
    expect(north.now()).toBe(at(frozenTime));
    tick(1000);
    server.clock.advance(1000);
    expect(north.now()).toBe(at(frozenTime) + 2000);
    server.clock.freeze(5);
    tick(1000);
    expect(north.now()).toBe(5);
    server.clock.set(7);
    expect(north.now()).toBe(7);
  });

  it("moves neither that of the server nor that of another organization", () => {
    const { server, north, south } = openTwo();
    for (const move of [() => north.freeze(5), () => north.set(6), () => north.advance(7), () => north.resume()]) {
      move();
      expect([server.clock.now(), south.now()]).toEqual([at(frozenTime), at(frozenTime)]);
    }
  });

  it("that is frozen stops, regardless of that of the server", () => {
    const { server, tick, north } = openTwo();
    expect(north.freeze("2030-01-01T00:00:00Z")).toBe("2030-01-01T00:00:00.000Z");
    tick(1000);
    server.clock.set(0);
    server.clock.freeze(1);
    server.clock.resume();
    expect(north.now()).toBe(at("2030-01-01T00:00:00Z"));
  });

  it("that was frozen without a time keeps the time of that of the server", () => {
    const { server, north } = openTwo();
    server.clock.freeze(1000);
    expect(north.freeze()).toBe("1970-01-01T00:00:01.000Z");
    server.clock.advance(1);
    expect(north.now()).toBe(1000);
  });

  it("that was moved keeps its offset from that of the server", () => {
    const { server, tick, north } = openTwo();
    expect(north.set("2030-01-01T00:00:00Z")).toBe("2030-01-01T00:00:00.000Z");
    tick(1000);
    server.clock.advance(1000);
    expect(north.now()).toBe(at("2030-01-01T00:00:02Z"));
  });

  it("that was moved stops at the year 0, even if that of the server is moved further back", () => {
    const { server, north } = openTwo();
    north.set("0001-01-01T00:00:00Z");
    server.clock.set("0001-01-01T00:00:00Z");
    expect(north.now()).toBe(at("0000-01-01T00:00:00Z"));
    expect(north.freeze()).toBe("0000-01-01T00:00:00.000Z");
  });

  it("that is resumed continues from the time at which that of the server stopped it", () => {
    const { server, tick, north } = openTwo();
    north.freeze("2030-01-01T00:00:00Z");
    tick(60_000);
    expect(north.resume()).toBe("2030-01-01T00:00:00.000Z");
    server.clock.advance(1000);
    tick(1000);
    expect(north.now()).toBe(at("2030-01-01T00:00:02Z"));
  });

  it("stops with that of the server even if it is resumed itself", () => {
    const { server, tick, north } = openTwo();
    server.clock.freeze();
    north.set(5);
    expect(north.resume()).toBe("1970-01-01T00:00:00.005Z");
    tick(1000);
    expect(north.now()).toBe(5);
    server.clock.resume();
    tick(1000);
    expect(north.now()).toBe(1005);
  });

  it("of an organization that is created later begins with that of the server", () => {
    const { server } = openTwo();
    server.clock.freeze(1000);
    const { id } = server.control.organizations.create();
    expect(server.organization(id).clock.now()).toBe(1000);
  });

  it("begins again with a reset, and with an organization that is created again", () => {
    const { server, north } = openTwo();
    north.freeze(5);
    server.reset();
    expect(north.now()).toBe(at(frozenTime));
    north.freeze(5);
    server.control.organizations.delete({ organizationId: "org_north" });
    expect(() => north.now()).toThrow(expect.objectContaining({ code: "not_found" }) as Error);
    server.control.organizations.create({ id: "org_north" });
    expect(north.now()).toBe(at(frozenTime));
  });

  it("is kept by a restore that keeps the organization", () => {
    const { server, north } = openTwo();
    north.freeze(5);
    server.restore(server.snapshot());
    expect(north.now()).toBe(5);
  });
});
