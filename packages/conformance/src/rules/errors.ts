import { assert } from "../assert.ts";
import type { ConformanceGroup } from "../conformance-case.ts";
import { unknownId } from "../request.ts";

const ids = { brainId: unknownId };

/** Specification, section 7. */
export const errors: ConformanceGroup = {
  title: "Errors",
  cases: {
    "documented-body": {
      title: "returns 400, 401 and 404 with the documented body",
      section: "7",
      level: "required",
      needs: { records: ["brainId"] },
      async run(service) {
        await service.expectError("promptIndex.get", 400, { query: "limit=many" });
        await service.expectError("promptIndex.get", 401, { ids, apiKey: null });
        await service.expectError("promptIndex.get", 404, { ids });
      },
    },
    "path-without-query": {
      title: "returns the path of the request without its query",
      section: "7",
      level: "required",
      async run(service) {
        for (const query of ["limit=5", "limit=5&from=/v1/brains?x=1", ""]) {
          await service.expectError("promptIndex.get", 404, { ids, query });
        }
      },
    },
    "content-type": {
      title: "labels its responses application/json",
      section: "4",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        for (const changes of [{}, { ids }, { ids, apiKey: null }]) {
          const response = await service.send("promptIndex.get", changes);
          if (!response.contentType?.startsWith("application/json")) {
            response.fail(`returned the content type ${response.contentType ?? "(none)"}`);
          }
        }
      },
    },
    "validation-messages": {
      title: "names each offending field in the message list of the body of a 400",
      section: "7",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        const response = await service.send("promptIndex.get", { query: "limit=many" });
        const { body } = response.expectError(400);
        const messages = Array.isArray(body?.message) ? body.message : [];
        assert(
          messages.some((message) => String(message).includes("limit")),
          `the messages ${JSON.stringify(body?.message)} name no limit`,
        );
      },
    },
    "validation-before-existence": {
      title: "returns 400 before it checks whether the brain exists",
      section: "7",
      level: "choice",
      run: (service) => service.expectError("promptIndex.get", 400, { ids, query: "limit=many" }),
    },
    "unknown-query": {
      title: "ignores query parameters that the specification does not know",
      section: "4.4",
      level: "choice",
      needs: { records: ["brainId"] },
      async run(service) {
        await service.expectSuccess("promptIndex.get", { query: "color=blue" });
      },
    },
    "unknown-path": {
      title: "returns 404 with the documented body for a path that the specification does not know",
      section: "7",
      level: "choice",
      async run(service) {
        (await service.request("GET", `/v1/${unknownId}`)).expectError(404);
      },
    },
    "unknown-method": {
      title: "returns 404 with the documented body for a method that a path does not have",
      section: "7",
      level: "choice",
      needs: { write: true },
      async run(service) {
        (await service.request("PUT", `/v1/brains/${unknownId}/index`)).expectError(404);
      },
    },
  },
};
