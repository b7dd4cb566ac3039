import type { ConformanceCases } from "../conformance-case.ts";
import { expectIndexWithPage } from "../expectations/expect-index-with-page.ts";
import { expectOwnIndex } from "../expectations/expect-own-index.ts";
import type { ReceivedResponse } from "../received-response.ts";
import { unknownId } from "../request.ts";

const ids = { brainId: unknownId };

/** Cases about the paths of requests, and about the path that an error repeats. */
export const requestPaths: ConformanceCases = {
  "path-without-query": {
    title: "returns the path of the request without its query",
    sentences: ["7/path"],
    level: "required",
    async run(service) {
      for (const query of ["limit=5", "limit=5&from=/v1/brains?x=1", ""]) {
        expectRejection(await service.send("promptIndex.get", { ids, query }));
      }
    },
  },
  "path-of-request": {
    title: "returns the path of each request, for any ids",
    sentences: ["7/path"],
    level: "required",
    async run(service) {
      for (const brainId of [
        "no-such-brain",
        "No-Such-Brain",
        "no such brain",
        "no:such:brain",
        "keine-solche-größe",
      ]) {
        expectRejection(await service.send("promptIndex.get", { ids: { brainId } }));
      }
    },
  },
  "path-parameter-required": {
    title: "rejects a path without its parameter",
    sentences: ["4/path-parameters"],
    level: "required",
    async run(service) {
      (await service.request("GET", "/v1/brains//index")).expectNoSuccess();
    },
  },
  "path-parameter-encoded": {
    title: "decodes path parameters: a percent-encoded letter is that letter",
    sentences: ["4/path-parameters"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      const encoded = encodeEveryByte(service.recordId("brainId"));
      expectIndexWithPage(await service.request("GET", `/v1/brains/${encoded}/index`));
    },
  },
  "version-prefix": {
    title: "rejects a path without the prefix of the version",
    sentences: ["9/prefix"],
    level: "required",
    needs: { records: ["brainId"] },
    async run(service) {
      await expectOwnIndex(service);
      const path = `/brains/${encodeURIComponent(service.recordId("brainId"))}/index`;
      (await service.request("GET", path)).expectNoSuccess();
    },
  },
};

function encodeEveryByte(text: string): string {
  return Array.from(
    new TextEncoder().encode(text),
    (byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`,
  ).join("");
}

/** Expects a 404, or a 400: the specification defines neither the form of ids nor what happens to unknown parameters. */
function expectRejection(response: ReceivedResponse): void {
  response.expectError(response.status === 400 ? 400 : 404);
}
