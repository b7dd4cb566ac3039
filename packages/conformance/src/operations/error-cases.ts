import type { OperationId } from "@knowledge-base/types";
import type { ConformanceCase } from "../conformance-case.ts";
import { malformedId, type RecordIds, unknownId, unknownIds, writeNeed } from "../request.ts";
import type { SentenceId } from "../specification/sentences.ts";

const errorSentences = {
  "bindings.update": "4.1/errors",
  "pages.archive": "4.2/errors",
  "channels.list": "4.3/errors",
  "promptIndex.get": "4.4/errors",
  "oauth.start": "4.5/errors",
  "bindings.unbind": "4.6/errors",
} as const satisfies Record<OperationId, SentenceId>;

/** Expects 401 without a valid API key. Specification, section 5. */
export function unauthorizedCase(id: OperationId): ConformanceCase {
  return {
    title: "returns 401 without an API key, with an empty one and with an invalid one",
    sentences: ["5/invalid-key", "5/key-required", "4/key-header", "7/401", errorSentences[id]],
    level: "required",
    needs: writeNeed(id),
    async run(service) {
      const ids = service.safeIds(id);
      for (const apiKey of [null, "", "not-a-key"]) await service.expectError(id, 401, { ids, apiKey });
    },
  };
}

/** Expects 404 for an unknown brain, and for another unknown record of a known brain. Specification, section 7. */
export function notFoundCase(id: OperationId, record?: keyof RecordIds): ConformanceCase {
  return {
    title: `returns 404 for a brainId${record ? ` or ${record}` : ""} that does not exist`,
    sentences: ["7/404", errorSentences[id]],
    level: "required",
    needs: { ...writeNeed(id), ...(record && { records: ["brainId"] }) },
    async run(service) {
      await service.expectError(id, 404, { ids: unknownIds(id) });
      if (record) await service.expectError(id, 404, { ids: { [record]: unknownId } });
    },
  };
}

/** Expects 400 for a malformed path, the one invalid input that is possible for every operation. */
export function malformedPathCase(id: OperationId): ConformanceCase {
  return {
    title: "returns 400 for a path parameter that is not percent-encoded UTF-8",
    sentences: ["7/400", errorSentences[id]],
    level: "choice",
    needs: writeNeed(id),
    run: (service) => service.expectError(id, 400, { ids: { ...unknownIds(id), brainId: malformedId } }),
  };
}
