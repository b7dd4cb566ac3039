import type { ConformanceGroup } from "../conformance-case.ts";
import { unknownId } from "../request.ts";
import { errorBodies } from "./error-bodies.ts";
import { errorTimestamps } from "./error-timestamps.ts";
import { requestPaths } from "./request-paths.ts";

const ids = { brainId: unknownId };

/** Specification, section 7. */
export const errors: ConformanceGroup = {
  title: "Errors",
  cases: {
    ...errorBodies,
    ...errorTimestamps,
    ...requestPaths,
    "validation-before-existence": {
      title: "returns 400 before it checks whether the brain exists",
      sentences: ["7/400", "7/404"],
      level: "choice",
      run: (service) => service.expectError("promptIndex.get", 400, { ids, query: "limit=many" }),
    },
    "unknown-query": {
      title: "ignores query parameters that the specification does not define",
      sentences: ["4.4/limit"],
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        await service.expectSuccess("promptIndex.get", { query: "color=blue" });
      },
    },
    "unknown-path": {
      title: "returns 404 with the documented body for a path that the specification does not define",
      sentences: ["7/other-statuses"],
      level: "choice",
      async run(service) {
        (await service.request("GET", `/v1/${unknownId}`)).expectError(404);
      },
    },
    "unknown-method": {
      title: "returns 404 with the documented body for a method that a path does not have",
      sentences: ["7/other-statuses"],
      level: "choice",
      needs: { write: true },
      async run(service) {
        (await service.request("PUT", `/v1/brains/${unknownId}/index`)).expectError(404);
      },
    },
  },
};
