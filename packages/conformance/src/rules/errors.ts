import type { ConformanceGroup } from "../conformance-case.ts";
import { expect } from "../deviation.ts";
import { nobody } from "../request.ts";

const ids = { brainId: nobody };

/** Specification, section 7. */
export const errors: ConformanceGroup = {
  title: "Errors",
  cases: {
    "documented-body": {
      title: "gives 400, 401 and 404 the documented body",
      section: "7",
      async run(service) {
        await service.refuse("promptIndex.get", 400, { query: "limit=many" });
        await service.refuse("promptIndex.get", 401, { ids, apiKey: null });
        await service.refuse("promptIndex.get", 404, { ids });
      },
    },
    "path-without-query": {
      title: "tells the path of the request without its query",
      section: "7",
      async run(service) {
        for (const query of ["limit=5", "limit=5&from=/v1/brains?x=1", ""]) {
          await service.refuse("promptIndex.get", 404, { ids, query });
        }
      },
    },
    "content-type": {
      title: "labels its answers application/json",
      section: "4",
      isChoice: true,
      async run(service) {
        for (const changes of [{}, { ids }, { ids, apiKey: null }]) {
          const answer = await service.send("promptIndex.get", changes);
          if (!answer.contentType?.startsWith("application/json")) {
            answer.deviate(`answered with the content type ${answer.contentType ?? "(none)"}`);
          }
        }
      },
    },
    "validation-messages": {
      title: "names each offending field in the message list of the body of a 400",
      section: "7",
      isChoice: true,
      async run(service) {
        const answer = await service.send("promptIndex.get", { query: "limit=many" });
        const { body } = answer.expectError(400);
        const messages = Array.isArray(body?.message) ? body.message : [];
        expect(
          messages.some((message) => String(message).includes("limit")),
          `the messages ${JSON.stringify(body?.message)} name no limit`,
        );
      },
    },
    "validation-before-existence": {
      title: "answers 400 before it looks whether the brain exists",
      section: "7",
      isChoice: true,
      run: (service) => service.refuse("promptIndex.get", 400, { ids, query: "limit=many" }),
    },
    "unknown-query": {
      title: "ignores query parameters that the specification does not know",
      section: "4.4",
      isChoice: true,
      async run(service) {
        await service.succeed("promptIndex.get", { query: "color=blue" });
      },
    },
    "unknown-path": {
      title: "answers 404 with the documented body for a path that the specification does not know",
      section: "7",
      isChoice: true,
      async run(service) {
        (await service.request("GET", `/v1/${nobody}`)).expectError(404);
      },
    },
    "unknown-method": {
      title: "answers 404 with the documented body for a method that a path does not have",
      section: "7",
      isChoice: true,
      async run(service) {
        (await service.request("PUT", `/v1/brains/${nobody}/index`)).expectError(404);
      },
    },
  },
};
