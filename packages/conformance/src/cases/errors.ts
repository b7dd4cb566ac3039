import { parseTimestamp } from "@knowledge-base/types/internal";
import type { ObservedResponse } from "../run/observed-response.ts";
import { madeUpId } from "../run/service.ts";
import { isSince, localTimeMs } from "../run/timing.ts";
import { assert } from "../run/verdict.ts";
import { casesAbout, casesOf } from "./case.ts";

const dayMs = 86_400_000;
const hourMs = 3_600_000;
const ids = { brainId: madeUpId };
const aboutBodies = casesAbout({ sections: ["7"] });
const aboutBrain = casesAbout({ sections: ["7"], needs: ["brainId"] });
const aboutPaths = casesAbout({ sections: ["4", "9"] });

/** Specification, section 7. Rules check the body of every error. */
export const generalErrorCases = casesOf("errors", {
  "unknown-ids": aboutBodies.required("rejects reads of missing records, for ids of any form", async (service) => {
    for (const brainId of [madeUpId, "No-Such-Brain", "no such brain", "no:such:brain", "keine-solche-größe"])
      await service.expectRejection("promptIndex.get", { ids: { brainId } });
    await service.expectRejection("channels.list", { ids: service.unknownIds("channels.list") });
  }),
  "any-query": aboutBodies.required("rejects reads of missing records, with any query", async (service) => {
    for (const query of ["limit=5", "limit=5&from=/v1/brains?x=1", ""])
      await service.expectRejection("promptIndex.get", { ids, query });
  }),
  "timestamp-of-failure": aboutBodies.required("returns the time of the failure, within a day", async (service) => {
    const response = await service.send("promptIndex.get", { ids });
    response.expectRejection();
    const { timestamp } = response.parseError();
    const isToday = !(Math.abs(parseTimestamp(timestamp) - localTimeMs()) >= dayMs);
    assert(isToday, `the timestamp of the error is ${timestamp}, a day or more from the time of this machine`);
  }),
  "timestamp-advances": aboutBrain.required(
    "returns a later timestamp for a later failure",
    ["write", "advanceClock"],
    async (service, { advanceClock }) => {
      const before = await service.currentTime();
      await advanceClock(hourMs);
      const missing = await service.expectError("promptIndex.get", 404, { ids: service.unknownIds("promptIndex.get") });
      for (const after of [await service.currentTime(), missing.parseError().timestamp])
        assert(isSince(after, before, hourMs), `the timestamp was ${before}, and is ${after} an hour later`);
    },
  ),
  "validation-messages": aboutBrain.required(
    "names the invalid parameter in the body field of a 400",
    async (service) => {
      expectNamed(await service.expectError("promptIndex.get", 400, { query: "limit=many" }), ["limit"]);
      expectNamed(await service.expectError("channels.list", 400, { query: "" }), ["installationId"]);
    },
  ),
  "validation-messages-of-flags": aboutBrain.required(
    "names an invalid flag in the body field of a 400",
    ["write", "bindingId"],
    async (service) => {
      const body = { notifyBriefs: "yes", notifyChanges: 1 };
      expectNamed(await service.expectError("bindings.update", 400, { body }), Object.keys(body));
    },
  ),
  "message-list": aboutBrain.choice("returns a list of messages in the body field of a 400", async (service) => {
    const response = await service.expectError("promptIndex.get", 400, { query: "limit=many" });
    if (!Array.isArray(response.parseError().body?.message))
      response.fail("returned a body without a list of messages");
  }),
  "path-parameter-required": aboutPaths.required("rejects a path without its parameter", async (service) =>
    (await service.request("GET", "/v1/brains//index")).expectRejection(),
  ),
  "path-parameter-encoded": aboutPaths.required(
    "decodes percent-encoded letters",
    ["brainId"],
    async (service, given) => {
      const bytes = new TextEncoder().encode(given.brainId);
      const encoded = Array.from(bytes, (byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`).join("");
      (await service.request("GET", `/v1/brains/${encoded}/index`)).expectStatus(200);
    },
  ),
  "version-prefix": aboutPaths.required(
    "rejects a path without the version",
    ["brainId"],
    async (service, { brainId }) => {
      await service.call("promptIndex.get");
      const { status, json } = await service.request("GET", `/brains/${encodeURIComponent(brainId)}/index`);
      assert(status >= 300 || !Array.isArray(json), "the service shows the index at a path without /v1");
    },
  ),
  "validation-before-existence": aboutBodies.choice("returns 400 before it looks for the brain", (service) =>
    service.expectError("promptIndex.get", 400, { ids, query: "limit=many" }),
  ),
  "unknown-query": aboutBrain.choice("ignores query parameters that are not specified", (service) =>
    service.call("promptIndex.get", { query: "color=blue" }),
  ),
  "unknown-path": aboutBodies.choice("returns 404 for a path that is not specified", async (service) =>
    (await service.request("GET", `/v1/${madeUpId}`)).expectStatus(404),
  ),
  "unknown-method": aboutBodies.choice("returns 404 for a method that is not specified", ["write"], async (service) =>
    (await service.request("PUT", `/v1/brains/${madeUpId}/index`)).expectStatus(404),
  ),
});

// The exception response is optional, and its messages may be in any language.
function expectNamed(response: ObservedResponse, fields: readonly string[]): void {
  const { body } = response.parseError();
  const isNamed = body === undefined || fields.some((field) => JSON.stringify(body).includes(field));
  if (!isNamed && !Array.isArray(body?.message))
    response.fail(`returned a body that does not name ${fields.join(" or ")}`);
}
