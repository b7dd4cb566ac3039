import { createReferenceServer, type State } from "@knowledge-base/server";
import { describe, expect, it } from "vitest";
import { frozenTime } from "../helpers/open-server.ts";
import { at, openTicking } from "./ticking.ts";

// Moves of the base clock (`tick`), the server's clock and an organization's clock (`north`), each with the times of the two clocks
// after it, or the one time of both, in milliseconds after the first one.
// biome-ignore format: one row a line
const timelines: [what: string, ...moves: string[]][] = [
  ["clocks follow that of the options", "tick 1234.5 = 1234.5", "tick -5000 = -3765.5"],
  ["a clock that is frozen stops, until it is resumed", "tick 1000 = 1000", "server freeze = 1000", "tick 60000 = 1000", "server resume = 1000", "tick 1000 = 2000"],
  ["a clock can be frozen at a time, and stays there if it is frozen again", "server freeze 5000 = 5000", "tick 1000 = 5000", "server freeze = 5000"],
  ["a clock that was moved is frozen there", "server set 7000 = 7000", "tick 1000 = 8000", "server freeze = 8000"],
  ["a clock that is set continues from there", "server set 7000 = 7000", "tick 1000 = 8000", "server set -7000 = -7000", "tick 1000 = -6000"],
  ["a clock that is set while it is frozen stays frozen", "server freeze = 0", "server set 7000 = 7000", "tick 1000 = 7000"],
  ["a clock that is advanced continues from there", "server advance 60000 = 60000", "tick 1000 = 61000", "server advance 500 = 61500", "server advance 0 = 61500"],
  ["a clock that is advanced while it is frozen stays frozen", "server freeze = 0", "tick 1000 = 0", "server advance 60000 = 60000", "tick 1000 = 60000"],
  ["a clock that is not frozen is not changed if it is resumed", "server resume = 0", "server advance 500 = 500", "server resume = 500", "tick 1000 = 1500"],
  ["a clock can be frozen, moved and resumed over and over", "server freeze = 0", "tick 10000 = 0", "server advance 500 = 500", "server resume = 500", "tick 500 = 1000", "server freeze = 1000", "tick 10000 = 1000", "server resume = 1000", "tick 1 = 1001"],
  ["an organization's clock keeps its offset from that of the server", "north set 9000 = 0 9000", "tick 1000 = 1000 10000", "server advance 1000 = 2000 11000", "north advance 5 = 2000 11005", "server set 0 = 0 9005"],
  ["an organization's clock that is frozen stops, whatever that of the server does", "north freeze 9000 = 0 9000", "tick 1000 = 1000 9000", "server set 5 = 5 9000", "server freeze 7 = 7 9000", "server resume = 7 9000", "north set 4000 = 7 4000"],
  ["an organization's clock is frozen at the time of that of the server", "server freeze 1000 = 1000", "north freeze = 1000", "server advance 1 = 1001 1000"],
  ["an organization's clock that is resumed continues with its offset", "north freeze 9000 = 0 9000", "tick 60000 = 60000 9000", "north resume = 60000 9000", "server advance 1000 = 61000 10000", "tick 1000 = 62000 11000"],
  ["an organization's clock stays stopped while that of the server is frozen", "server freeze = 0", "north set 5 = 0 5", "north resume = 0 5", "tick 1000 = 0 5", "server resume = 0 5", "tick 1000 = 1000 1005"],
  ["clocks begin again with a reset", "server freeze 9000 = 9000", "north freeze 5 = 9000 5", "reset = 0", "tick 1000 = 1000", "server advance 60000 = 61000", "reset = 1000"],
  ["an organization's clock continues as a restored snapshot says", "north advance 500 = 0 500", "store = 0 500", "north advance 1000 = 0 1500", "restore server = 0 500"],
  ["an organization's clock continues as its own snapshot says", "north advance 500 = 0 500", "store = 0 500", "north advance 1000 = 0 1500", "server advance 7 = 7 1507", "restore north = 7 507"],
  ["clocks are kept by a restore", "server freeze 9000 = 9000", "north freeze 5 = 9000 5", "restore server = 9000 5"],
];

describe("on a timeline,", () => {
  it.each(timelines)("%s", (_, ...moves) => {
    const { server, tick } = openTicking();
    const start = at(frozenTime);
    const parts = { server, north: server.organization("org_north") };
    let stored: Partial<Record<keyof typeof parts, State>> = {};
    const frozen = { server: false, north: false };
    for (const move of moves) {
      const [who = "", name = "", value] = (move.split(" = ")[0] ?? "").split(" ");
      const times = (move.split(" = ")[1] ?? "").split(" ").map((time) => start + Number(time));
      const [serverTime = 0, northTime = serverTime] = times;
      if (who === "tick") tick(Number(name));
      if (who === "store") stored = { server: server.snapshot(), north: parts.north.snapshot() };
      if (who === "restore") {
        const part = name as keyof typeof parts;
        parts[part].restore(stored[part] ?? server.snapshot());
      }
      if (who === "reset") {
        server.reset();
        Object.assign(frozen, { server: false, north: false });
      }
      if (who === "server" || who === "north") {
        if (name === "freeze") frozen[who] = true;
        if (name === "resume") frozen[who] = false;
        const given = value === undefined ? undefined : Number(value) + (name === "advance" ? 0 : start);
        const moved = parts[who].clock[name as "set"](given as number);
        expect(at(moved), move).toBe(who === "server" ? serverTime : northTime);
      }
      expect([server.clock.now(), parts.north.clock.now()], move).toEqual([serverTime, northTime]);
      for (const one of ["server", "north"] as const) expect(parts[one].clock.status().frozen, move).toBe(frozen[one]);
      expect(server.organization("org_south").clock.now(), move).toBe(serverTime);
    }
  });
});

it("a clock that is resumed often loses no time, even if each reading of its base takes some", () => {
  let timeMs = at(frozenTime);
  const { clock } = createReferenceServer({ clock: { now: () => ++timeMs } });
  for (let round = 0; round < 100; round += 1) clock.resume();
  expect(clock.now()).toBe(timeMs);
});

it("an organization's clock stops at the year 0, even if that of the server is moved further back", () => {
  const { server } = openTicking();
  const north = server.organization("org_north").clock;
  north.set("0001-01-01T00:00:00Z");
  server.clock.set("0001-01-01T00:00:00Z");
  expect(north.now()).toBe(at("0000-01-01T00:00:00Z"));
  expect(north.freeze()).toBe("0000-01-01T00:00:00.000Z");
});
