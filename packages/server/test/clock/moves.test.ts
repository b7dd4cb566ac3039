import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { frozenTime } from "../helpers/open-server.ts";
import { at, openTicking } from "../helpers/time.ts";

const start = at(frozenTime);

// Opens a server, and functions that move its base clock and return the times of its clock and of an organization's.
function open() {
  const { server, tick } = openTicking();
  const north = server.organization("org_north");
  const times = () => [server.clock.now() - start, north.clock.now() - start];
  return { server, clock: server.clock, north, tick, times };
}

describe("the clock of a server", () => {
  it("follows the clock of the options, forwards and backwards", () => {
    const { tick, times } = open();
    tick(1234.5);
    expect(times()).toEqual([1234.5, 1234.5]);
    tick(-5000);
    expect(times()).toEqual([-3765.5, -3765.5]);
  });

  it("stops if it is frozen, until it is resumed", () => {
    const { clock, tick, times } = open();
    expect(clock.freeze()).toBe(frozenTime);
    tick(60_000);
    expect(times()).toEqual([0, 0]);
    expect(clock.status()).toEqual({ at: frozenTime, frozen: true });
    clock.resume();
    tick(1000);
    expect(times()).toEqual([1000, 1000]);
    expect(clock.status().frozen).toBe(false);
  });

  it("stops at the time at which it is frozen, and stays there if it is frozen again", () => {
    const { clock, tick, times } = open();
    clock.freeze(start + 5000);
    tick(1000);
    clock.freeze();
    expect(times()).toEqual([5000, 5000]);
  });

  it("continues from where it is set or advanced", () => {
    const { clock, tick, times } = open();
    clock.set(start - 7000);
    tick(1000);
    expect(times()).toEqual([-6000, -6000]);
    clock.advance(60_000);
    tick(1000);
    expect(times()).toEqual([55_000, 55_000]);
    clock.freeze();
    expect(times()).toEqual([55_000, 55_000]);
  });

  it("stays frozen if it is set or advanced, and continues from there", () => {
    const { clock, tick, times } = open();
    clock.freeze();
    clock.set(start + 7000);
    tick(1000);
    expect(times()).toEqual([7000, 7000]);
    clock.advance(500);
    tick(1000);
    expect(times()).toEqual([7500, 7500]);
    clock.resume();
    tick(1);
    expect(times()).toEqual([7501, 7501]);
  });

  it("isn't changed by a resume if it isn't frozen", () => {
    const { clock, tick, times } = open();
    clock.advance(500);
    clock.resume();
    tick(1000);
    expect(times()).toEqual([1500, 1500]);
  });

  it("loses no time by many resumes, even if each reading of its base takes some", () => {
    let timeMs = start;
    const { clock } = createReferenceServer({ clock: { now: () => ++timeMs } });
    for (let round = 0; round < 100; round += 1) clock.resume();
    expect(clock.now()).toBe(timeMs);
  });
});

describe("the clock of an organization", () => {
  it("keeps its offset from the clock of the server, and moves no other one", () => {
    const { server, clock, north, tick, times } = open();
    north.clock.set(start + 9000);
    tick(1000);
    expect(times()).toEqual([1000, 10_000]);
    clock.advance(1000);
    north.clock.advance(5);
    expect(times()).toEqual([2000, 11_005]);
    clock.set(start);
    expect(times()).toEqual([0, 9005]);
    expect(server.organization("org_south").clock.now()).toBe(start);
  });

  it("stops if it is frozen, whatever the clock of the server does, until it is resumed", () => {
    const { clock, north, tick, times } = open();
    north.clock.freeze(start + 9000);
    tick(1000);
    clock.freeze(start + 7);
    clock.resume();
    expect(times()).toEqual([7, 9000]);
    expect([clock.status().frozen, north.clock.status().frozen]).toEqual([false, true]);
    north.clock.resume();
    tick(1000);
    expect(times()).toEqual([1007, 10_000]);
  });

  it("is frozen at the time of the clock of the server", () => {
    const { clock, north, times } = open();
    clock.freeze(start + 1000);
    north.clock.freeze();
    clock.advance(1);
    expect(times()).toEqual([1001, 1000]);
  });

  it("stays stopped while the clock of the server is frozen", () => {
    const { clock, north, tick, times } = open();
    clock.freeze();
    north.clock.set(start + 5);
    north.clock.resume();
    tick(1000);
    expect(times()).toEqual([0, 5]);
    clock.resume();
    tick(1000);
    expect(times()).toEqual([1000, 1005]);
  });

  it("stops at the year 0, even if the clock of the server is moved further back", () => {
    const { clock, north } = open();
    north.clock.set("0001-01-01T00:00:00Z");
    clock.set("0001-01-01T00:00:00Z");
    expect(north.clock.now()).toBe(at("0000-01-01T00:00:00Z"));
    expect(north.clock.freeze()).toBe("0000-01-01T00:00:00.000Z");
  });
});
