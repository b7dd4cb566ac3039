import { assert } from "../assert.ts";
import type { OperationSpec } from "../conformance-case.ts";
import { findEntry } from "../expectations/find-entry.ts";
import { jsonEqual } from "../json-equal.ts";
import { sentencesOf } from "../specification/sentences-of.ts";
import { notFoundCase, unauthorizedCase } from "./error-cases.ts";
import { promptIndexLimit } from "./prompt-index-limit.ts";
import { promptIndexOrder } from "./prompt-index-order.ts";
import { promptIndexPages } from "./prompt-index-pages.ts";
import { promptIndexSummary } from "./prompt-index-summary.ts";

const id = "promptIndex.get";

/** Specification, section 4.4. */
export const promptIndexGet: OperationSpec<typeof id> = {
  id,
  success: {
    title: "lists pages of the brain, with the documented fields",
    sentences: ["4.4/success", "4.4/request", "4.4/top-pages", "2/type-names", ...sentencesOf("2.4")],
    level: "required",
    needs: { records: ["brainId", "slug"] },
    async run(service) {
      await findEntry(service, "slug");
    },
  },
  errors: {
    400: {
      title: "returns 400 for a limit that is not an integer",
      sentences: ["4.4/errors", "4.4/limit", "7/400"],
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        for (const limit of ["many", "1.5", "5x"]) await service.expectError(id, 400, { query: `limit=${limit}` });
      },
    },
    401: unauthorizedCase(id),
    404: notFoundCase(id),
  },
  rules: {
    ...promptIndexOrder,
    ...promptIndexPages,
    ...promptIndexSummary,
    ...promptIndexLimit,
    "reading-changes-nothing": {
      title: "returns the same response to the same request",
      sentences: ["2.1/lastReferencedAt"],
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        const first = await service.expectSuccess(id);
        assert(jsonEqual(first, await service.expectSuccess(id)), "the second response differs from the first");
      },
    },
  },
};
