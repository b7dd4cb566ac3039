import { createReferenceServer } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { frozenTime } from "../open-server.ts";
import { at, openTicking } from "./ticking.ts";

describe("a clock", () => {
  it("follows the clock of the options", () => {
    const { server, tick } = openTicking();
    expect(server.clock.now()).toBe(at(frozenTime));
    tick(1234.5);
    expect(server.clock.now()).toBe(at(frozenTime) + 1234.5);
    tick(-5000);
    expect(server.clock.now()).toBe(at(frozenTime) - 3765.5);
  });

  it("is that of the machine by default", () => {
    const before = Date.now();
    const now = createReferenceServer().clock.now();
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(Date.now());
  });

  it("stops when it is frozen, and returns the time", () => {
    const { server, tick } = openTicking();
    expect(server.clock.freeze()).toBe(frozenTime);
    tick(60_000);
    expect(server.clock.now()).toBe(at(frozenTime));
  });

  it("can be frozen at a time", () => {
    const { server, tick } = openTicking();
    expect(server.clock.freeze("2030-01-01T00:00:00Z")).toBe("2030-01-01T00:00:00.000Z");
    tick(60_000);
    expect(server.clock.now()).toBe(at("2030-01-01T00:00:00Z"));
    expect(server.clock.freeze(0)).toBe("1970-01-01T00:00:00.000Z");
    expect(server.clock.now()).toBe(0);
  });

  it("that is frozen again without a time keeps its time", () => {
    const { server, tick } = openTicking();
    server.clock.freeze("2030-01-01T00:00:00Z");
    tick(60_000);
    expect(server.clock.freeze()).toBe("2030-01-01T00:00:00.000Z");
  });

  it("that was frozen after it was moved keeps the time to which it was moved", () => {
    const { server, tick } = openTicking();
    server.clock.set("2030-01-01T00:00:00Z");
    tick(1000);
    expect(server.clock.freeze()).toBe("2030-01-01T00:00:01.000Z");
  });

  it("that is set continues from there", () => {
    const { server, tick } = openTicking();
    expect(server.clock.set("2030-01-01T00:00:00Z")).toBe("2030-01-01T00:00:00.000Z");
    tick(1000);
    expect(server.clock.now()).toBe(at("2030-01-01T00:00:01Z"));
    expect(server.clock.set("2020-01-01T00:00:00Z")).toBe("2020-01-01T00:00:00.000Z");
    tick(1000);
    expect(server.clock.now()).toBe(at("2020-01-01T00:00:01Z"));
  });

  it("that is set while it is frozen stays frozen", () => {
    const { server, tick } = openTicking();
    server.clock.freeze();
    expect(server.clock.set("2030-01-01T00:00:00Z")).toBe("2030-01-01T00:00:00.000Z");
    tick(1000);
    expect(server.clock.now()).toBe(at("2030-01-01T00:00:00Z"));
  });

  it("that is advanced continues from there", () => {
    const { server, tick } = openTicking();
    expect(server.clock.advance(60_000)).toBe("2026-07-01T12:01:00.000Z");
    tick(1000);
    expect(server.clock.advance(500)).toBe("2026-07-01T12:01:01.500Z");
    expect(server.clock.advance(0)).toBe("2026-07-01T12:01:01.500Z");
  });

  it("that is advanced while it is frozen stays frozen", () => {
    const { server, tick } = openTicking();
    server.clock.freeze();
    tick(1000);
    expect(server.clock.advance(60_000)).toBe("2026-07-01T12:01:00.000Z");
    tick(1000);
    expect(server.clock.now()).toBe(at("2026-07-01T12:01:00Z"));
  });

  it("that is resumed continues from the time at which it was frozen", () => {
    const { server, tick } = openTicking();
    server.clock.freeze();
    tick(60_000);
    expect(server.clock.resume()).toBe(frozenTime);
    tick(1000);
    expect(server.clock.now()).toBe(at(frozenTime) + 1000);
  });

  it("that is resumed while it is not frozen does not change", () => {
    const { server, tick } = openTicking();
    expect(server.clock.resume()).toBe(frozenTime);
    server.clock.advance(60_000);
    expect(server.clock.resume()).toBe("2026-07-01T12:01:00.000Z");
    tick(1000);
    expect(server.clock.now()).toBe(at("2026-07-01T12:01:01Z"));
  });

  it("that is resumed often loses no time, even if each reading of its base takes some", () => {
    let timeMs = at(frozenTime);
    const now = () => {
      timeMs += 1;
      return timeMs;
    };
    const { clock } = createReferenceServer({ clock: { now } });
    for (let round = 0; round < 100; round += 1) clock.resume();
    expect(clock.now()).toBe(timeMs);
  });

  it("can be frozen, moved and resumed over and over", () => {
    const { server, tick } = openTicking();
    const { clock } = server;
    for (let round = 1; round <= 3; round += 1) {
      clock.freeze();
      tick(10_000);
      clock.advance(500);
      clock.resume();
      tick(500);
      expect(clock.now()).toBe(at(frozenTime) + round * 1000);
    }
  });

  it("begins again with a reset", () => {
    const { server, tick } = openTicking();
    server.clock.freeze("2030-01-01T00:00:00Z");
    server.reset();
    tick(1000);
    expect(server.clock.now()).toBe(at(frozenTime) + 1000);
    server.clock.advance(60_000);
    server.reset();
    expect(server.clock.now()).toBe(at(frozenTime) + 1000);
  });

  it("is kept by a restore", () => {
    const { server } = openTicking();
    server.clock.freeze("2030-01-01T00:00:00Z");
    server.restore(server.snapshot());
    expect(server.clock.now()).toBe(at("2030-01-01T00:00:00Z"));
  });

  it("is a base clock for another server", () => {
    const { server } = openTicking();
    const follower = createReferenceServer({ clock: server.clock });
    server.clock.freeze("2030-01-01T00:00:00Z");
    expect(follower.clock.now()).toBe(at("2030-01-01T00:00:00Z"));
    follower.clock.advance(1);
    expect(server.clock.now()).toBe(at("2030-01-01T00:00:00Z"));
  });
});
