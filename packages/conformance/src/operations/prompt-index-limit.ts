import { assert } from "../assert.ts";
import type { ConformanceCases } from "../conformance-case.ts";
import { readIndex, readLimitedIndex } from "../expectations/read-index.ts";
import { requireData } from "../require-data.ts";

const id = "promptIndex.get";
const defaultLimit = 50;

/** Cases about the limit of the prompt index. */
export const promptIndexLimit: ConformanceCases = {
  limit: {
    title: "shows no more entries than the limit",
    sentences: ["4.4/limit"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const { length: all } = await readIndex(service);
      requireData(all > 1, "needs a brain with at least 2 pages");
      const limits = [...new Set([1, 2, 3, all - 1])].filter((limit) => limit < all);
      let accepted = 0;
      for (const limit of limits) {
        const limited = await readLimitedIndex(service, limit);
        if (!limited) continue;
        accepted += 1;
        assert(limited.length <= limit, `the index with limit=${limit} has ${limited.length} entries`);
      }
      requireData(accepted > 0, "needs a brain with more pages: the service rejects lower limits");
    },
  },
  "limit-optional": {
    title: "accepts a request with a limit and one without",
    sentences: ["4.4/limit"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      await service.expectSuccess(id);
      for (const limit of [10, 20, 50]) if (await readLimitedIndex(service, limit)) return;
      assert(false, "the service rejects every limit");
    },
  },
  "limit-range": {
    title: "accepts a limit from 1 to 500, and returns 400 for any other",
    sentences: ["8/limit-range"],
    level: "choice",
    needs: { records: ["brainId"] },
    async run(service) {
      for (const limit of [1, 500]) await service.expectSuccess(id, { query: `limit=${limit}` });
      for (const limit of ["0", "-1", "501", ""]) await service.expectError(id, 400, { query: `limit=${limit}` });
    },
  },
  "limit-default": {
    title: "shows at most 50 entries without a limit",
    sentences: ["8/limit-range"],
    level: "choice",
    needs: { records: ["brainId"] },
    async run(service) {
      const { length } = await service.expectSuccess(id);
      assert(length <= defaultLimit, `the index has ${length} entries`);
      requireData((await readIndex(service)).length > defaultLimit, "needs a brain with more than 50 pages");
    },
  },
  "repeated-limit": {
    title: "returns 400 for a limit that is given twice",
    sentences: ["8/limit-range", "4.4/limit"],
    level: "choice",
    needs: { records: ["brainId"] },
    run: (service) => service.expectError(id, 400, { query: "limit=1&limit=1" }),
  },
};
