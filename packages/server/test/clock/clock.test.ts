import { type ClockControl, createReferenceServer, type Time } from "@knowledge-base/server";
import { expect, it, vi } from "vitest";
import { frozenTime } from "../helpers/build-state.ts";
import { openServer } from "../helpers/open-server.ts";
import { at, openTicking } from "../helpers/time.ts";

it("server.clock decides which times a server writes", () => {
  const { clock, control } = openServer();
  clock.freeze("2030-01-02T03:04:05Z");
  expect(clock.status()).toEqual({ at: "2030-01-02T03:04:05.000Z", frozen: true });
  const page = control.pages.create({ brainId: "brain_tides", slug: "ebb", title: "Ebb" });
  expect(page.createdAt).toBe("2030-01-02T03:04:05.000Z");
  clock.advance(60_000);
  const pinned = control.pages.pin({ brainId: "brain_tides", slug: "ebb" });
  expect(pinned.updatedAt).toBe("2030-01-02T03:05:05.000Z");
});

const start = at(frozenTime);

// Opens a server, and functions that move its base clock and return how far its clock and an organization's have come.
function open() {
  const { server, tick } = openTicking();
  const north = server.organization("org_north").clock;
  const times = () => ({ server: server.clock.now() - start, north: north.now() - start });
  return { server, clock: server.clock, north, tick, times };
}

// What happens to the clock of a server, and how many milliseconds after its start it is then.
type Events = (given: ReturnType<typeof open>) => unknown;
// biome-ignore format: one row a line
it.each<{ rule: string; events: Events; ms: number }>([
  { rule: "clock.now follows the clock of the options", events: ({ tick }) => tick(1234.5), ms: 1234.5 },
  { rule: "clock.now goes backwards with it", events: ({ tick }) => tick(-5000), ms: -5000 },
  { rule: "clock.freeze stops the clock at once", events: ({ clock, tick }) => [clock.freeze(), tick(1)], ms: 0 },
  { rule: "clock.freeze stops it at a time", events: ({ clock, tick }) => [clock.freeze(start + 5), tick(1)], ms: 5 },
  { rule: "a frozen clock stays there", events: ({ clock }) => [clock.freeze(start + 5), clock.freeze()], ms: 5 },
  { rule: "clock.resume continues from there", events: ({ clock, tick }) => [clock.freeze(), tick(9), clock.resume(), tick(1)], ms: 1 },
  { rule: "clock.resume changes no clock that isn't frozen", events: ({ clock, tick }) => [tick(1000), clock.resume()], ms: 1000 },
  { rule: "clock.set moves the clock", events: ({ clock, tick }) => [clock.set(start - 7000), tick(1000)], ms: -6000 },
  { rule: "clock.set moves a frozen clock", events: ({ clock, tick }) => [clock.freeze(), clock.set(start + 7), tick(1)], ms: 7 },
  { rule: "clock.advance moves it forward", events: ({ clock, tick }) => [clock.advance(60_000), tick(1)], ms: 60_001 },
  { rule: "clock.advance moves a frozen clock", events: ({ clock, tick }) => [clock.freeze(), clock.advance(5), tick(1)], ms: 5 },
  { rule: "a moved clock goes on", events: ({ clock, tick }) => [clock.freeze(), clock.advance(5), clock.resume(), tick(1)], ms: 6 },
])("$rule", ({ events, ms }) => {
  const opened = open();
  events(opened);
  expect(opened.clock.now()).toBe(start + ms);
});

it("clock.freeze and clock.resume return the time, without which nothing moves", () => {
  const { clock } = open();
  expect([clock.freeze(), clock.resume()]).toEqual([frozenTime, frozenTime]);
});

it("a clock loses no time by many resumes, even if each reading of its base takes some", () => {
  let timeMs = start;
  const { clock } = createReferenceServer({ clock: { now: () => ++timeMs } });
  for (let round = 0; round < 100; round += 1) clock.resume();
  expect(clock.now()).toBe(timeMs);
});

it("the clock of an organization keeps its offset from the clock of the server", () => {
  const { server, clock, north, tick, times } = open();
  north.set(start + 9000);
  tick(1000);
  expect(times()).toEqual({ server: 1000, north: 10_000 });
  clock.advance(1000);
  north.advance(5);
  expect(times()).toEqual({ server: 2000, north: 11_005 });
  clock.set(start);
  expect(times()).toEqual({ server: 0, north: 9005 });
  expect(server.organization("org_south").clock.now()).toBe(start);
});

it("a frozen clock of an organization stands still, whatever the clock of the server does", () => {
  const { clock, north, tick, times } = open();
  north.freeze(start + 9000);
  tick(1000);
  clock.freeze(start + 7);
  clock.resume();
  expect(times()).toEqual({ server: 7, north: 9000 });
  expect(clock.status().frozen).toBe(false);
  expect(north.status().frozen).toBe(true);
  north.resume();
  tick(1000);
  expect(times()).toEqual({ server: 1007, north: 10_000 });
});

it("the clock of an organization stands still while the clock of the server is frozen", () => {
  const { clock, north, tick, times } = open();
  clock.freeze();
  north.set(start + 5);
  north.resume();
  tick(1000);
  expect(times()).toEqual({ server: 0, north: 5 });
  clock.resume();
  tick(1000);
  expect(times()).toEqual({ server: 1000, north: 1005 });
});

it("the clock of an organization stops at the year 0, even if the server's goes further back", () => {
  const { clock, north } = open();
  north.set("0001-01-01T00:00:00Z");
  clock.set("0001-01-01T00:00:00Z");
  expect(north.now()).toBe(at("0000-01-01T00:00:00Z"));
  expect(north.freeze()).toBe("0000-01-01T00:00:00.000Z");
});

it("a clock of the application that returns no number fails what reads it, and changes no clock", () => {
  let timeMs = at(frozenTime);
  const server = createReferenceServer({ clock: { now: () => timeMs } });
  const organizationId = server.snapshot().organizations[0]?.id ?? "";
  timeMs = Number.NaN;
  for (const { clock } of [server, server.organization(organizationId)]) {
    const calls = [() => clock.now(), () => clock.freeze(), () => clock.set(frozenTime), () => clock.advance(1)];
    for (const call of calls)
      expect(call).toThrow("the function now of the clock has returned NaN, not a number of milliseconds");
  }
  timeMs = at(frozenTime);
  expect(server.snapshot()).not.toHaveProperty("clock");
  expect(server.clock.status()).toEqual({ at: frozenTime, frozen: false });
});

it.each<{ name: string; readings: number; move: (clock: ClockControl) => unknown }>([
  { name: "freeze", readings: 1, move: (clock) => clock.freeze() },
  { name: "resume", readings: 1, move: (clock) => clock.resume() },
  { name: "set", readings: 1, move: (clock) => clock.set(start + 1000) },
  { name: "advance", readings: 2, move: (clock) => clock.advance(1000) },
])("clock.$name throws, and moves no clock, if a reading of its base fails", ({ name, readings, move }) => {
  for (const organizationId of [undefined, "org_north"]) {
    let left = Number.POSITIVE_INFINITY;
    const now = () => {
      left -= 1;
      return left === 0 ? expect.fail("There is no time") : start;
    };
    const server = openServer({ clock: { now } });
    const { clock } = organizationId === undefined ? server : server.organization(organizationId);
    if (name === "resume") clock.freeze(start + 1000);
    const before = server.snapshot();
    for (let reading = 1; reading <= readings; reading += 1) {
      left = reading;
      expect(() => move(clock)).toThrow("There is no time");
      left = Number.POSITIVE_INFINITY;
      expect(server.snapshot()).toEqual(before);
    }
    // There are no more readings, which could fail after the move.
    left = readings + 1;
    move(clock);
  }
});

const rule = "must be an ISO 8601 timestamp, a Date or milliseconds since 1970, from the year 0 to 9999";
const [first, last] = ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];

it.each<{ time: string | number; expected: string }>([
  { time: "2026-01-02T03:04:05.678Z", expected: "2026-01-02T03:04:05.678Z" },
  { time: "2026-01-02T03:04Z", expected: "2026-01-02T03:04:00.000Z" },
  { time: "2026-01-02T03:04:05", expected: "2026-01-02T03:04:05.000Z" },
  { time: "2026-01-02T03:04:05+02:00", expected: "2026-01-02T01:04:05.000Z" },
  { time: "2026-01-02T03:04:05-0530", expected: "2026-01-02T08:34:05.000Z" },
  { time: "2026-01-02T03:04:05.123456Z", expected: "2026-01-02T03:04:05.123Z" },
  { time: "2028-02-29T00:00:00Z", expected: "2028-02-29T00:00:00.000Z" },
  { time: first, expected: first },
  { time: last, expected: last },
  { time: at(first), expected: first },
  { time: at(last), expected: last },
  { time: -1, expected: "1969-12-31T23:59:59.999Z" },
  { time: 0.75, expected: "1970-01-01T00:00:00.000Z" },
])("a time may be $time", ({ time, expected }) => {
  const { clock } = openServer();
  expect(clock.set(time)).toBe(expected);
  expect(new Date(clock.now()).toISOString()).toBe(expected);
  expect(clock.freeze(time)).toBe(expected);
});

it.each([
  { zone: "Asia/Kolkata", offset: -330 },
  { zone: "America/St_Johns", offset: 210 },
])("a time without an offset is one of UTC on a machine in $zone", ({ zone, offset }) => {
  vi.stubEnv("TZ", zone);
  expect(new Date("2026-01-02T03:04:05Z").getTimezoneOffset()).toBe(offset);
  expect(openServer().clock.set("2026-01-02T03:04:05")).toBe("2026-01-02T03:04:05.000Z");
});

const outside = ["0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59.999-00:01", at(first) - 1, at(last) + 1];
const otherDates = ["2026-01-02", "2026-01-02 03:04:05Z", "+012026-01-02T03:04:05Z", "1782907200000", "now", ""];
const noDates = ["2026-02-30T03:04:05Z", "2026-01-02T24:00:00Z", "2026-01-02T03:04:05+25:00", new Date(Number.NaN)];
const noTimes = [...noDates, Number.NaN, null, true, [0], 0n, {}];

it.each([...outside, ...otherDates, ...noTimes])("a time may not be %o", (time) => {
  const { clock } = openServer();
  clock.freeze(5);
  const rejection = { code: "invalid_input", problems: [{ path: "at", message: rule }] };
  expect(() => clock.set(time as Time)).toThrow(expect.objectContaining(rejection));
  expect(() => clock.freeze(time as Time)).toThrow(expect.objectContaining(rejection));
  expect(clock.status()).toEqual({ at: "1970-01-01T00:00:00.005Z", frozen: true });
});

it("a time is required to set the clock", () => {
  const problems = [{ path: "at", message: "is missing" }];
  expect(() => openServer().clock.set(undefined as unknown as Time)).toThrow(expect.objectContaining({ problems }));
});

it.each([
  { milliseconds: undefined, message: "is missing" },
  { milliseconds: "5", message: "must be a number, not a string" },
  { milliseconds: -1, message: "must be at least 0" },
  { milliseconds: Number.POSITIVE_INFINITY, message: "must be a number, not Infinity" },
  { milliseconds: at(last) - at(frozenTime) + 1, message: "must not move the clock beyond the year 9999" },
])("an advance may not be $milliseconds, because it $message", ({ milliseconds, message }) => {
  const { clock } = openServer();
  const rejection = { code: "invalid_input", problems: [{ path: "milliseconds", message }] };
  expect(() => clock.advance(milliseconds as number)).toThrow(expect.objectContaining(rejection));
  expect(clock.now()).toBe(at(frozenTime));
});

it("an advance may be a fraction of a millisecond, and lead to the last millisecond of the year 9999", () => {
  const { clock } = openServer();
  expect(clock.advance(at(last) - clock.now())).toBe(last);
  expect(clock.advance(0)).toBe(last);
  clock.freeze(0);
  expect(clock.advance(0.5)).toBe("1970-01-01T00:00:00.000Z");
  expect(clock.advance(0.5)).toBe("1970-01-01T00:00:00.001Z");
});
