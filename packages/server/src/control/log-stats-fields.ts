import * as z from "zod/mini";

/** Fields of the statistics of a journal or of the deliveries. */
export const logStatsFields = { entries: z.int(), bytes: z.int(), dropped: z.int() };
