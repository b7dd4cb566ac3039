import { parseTimestamp } from "@knowledge-base/types/internal";
import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { localTimeMs } from "../local-time.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const toleranceMs = 5000;

/** Cases about the timestamp of errors. */
export const errorTimestamps: ConformanceCases = {
  "timestamp-of-failure": {
    title: "returns a timestamp of the failure, within a day of the local time",
    sentences: ["7/timestamp"],
    level: "required",
    async run(service) {
      const timestamp = await service.currentTime();
      const difference = Math.abs(parseTimestamp(timestamp) - localTimeMs());
      assert(difference < dayMs, `the timestamp of the error is ${timestamp}`);
    },
  },
  "timestamp-advances": {
    title: "returns a later timestamp for a later failure",
    sentences: ["7/timestamp"],
    level: "required",
    needs: { write: true, controls: ["advanceClock"] },
    async run(service) {
      const before = await service.currentTime();
      await service.control("advanceClock")(hourMs);
      const after = await service.currentTime();
      assert(
        parseTimestamp(after) - parseTimestamp(before) >= hourMs - toleranceMs,
        `the timestamp was ${before}, and is ${after} an hour later`,
      );
    },
  },
};
