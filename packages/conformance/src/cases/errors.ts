import { parseTimestamp } from "@knowledge-base/types/internal";
import type { ReceivedResponse } from "../run/received-response.ts";
import { madeUpId } from "../run/service.ts";
import { localTimeMs } from "../run/timing.ts";
import { assert } from "../run/verdict.ts";
import { type Cases, choice, required } from "./case.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
const toleranceMs = 5_000;
const ids = { brainId: madeUpId };
const writeToBinding = ["write", "brainId", "bindingId"] as const;

/** Specification, section 7. Rules check the bodies of errors. */
export const errors: Cases = {
  "unknown-ids": required(
    "rejects reads of records that don't exist, for ids of any form",
    "7",
    [],
    async (service) => {
      for (const brainId of [madeUpId, "No-Such-Brain", "no such brain", "no:such:brain", "keine-solche-größe"]) {
        await service.expectRejection("promptIndex.get", { ids: { brainId } });
      }
      await service.expectRejection("channels.list", { ids: service.unknownIds("channels.list") });
    },
  ),
  "ignored-queries": required(
    "rejects the same with any query, which the path of errors leaves out",
    "7",
    [],
    async (service) => {
      for (const query of ["limit=5", "limit=5&from=/v1/brains?x=1", ""]) {
        await service.expectRejection("promptIndex.get", { ids, query });
      }
    },
  ),
  "timestamp-of-failure": required(
    "returns the time of the failure, within a day of the local time",
    "7",
    [],
    async (service) => {
      const response = await service.send("promptIndex.get", { ids });
      response.expectRejection();
      const { timestamp } = response.error;
      const difference = Math.abs(parseTimestamp(timestamp) - localTimeMs());
      assert(!(difference >= dayMs), `the timestamp of the error is ${timestamp}`);
    },
  ),
  "timestamp-advances": required(
    "returns a later timestamp for a later failure",
    "7",
    ["write", "brainId", "advanceClock"],
    async (service, given) => {
      const before = await service.currentTime();
      await given.advanceClock(hourMs);
      const after = await service.currentTime();
      const isLater = parseTimestamp(after) - parseTimestamp(before) >= hourMs - toleranceMs;
      assert(isLater, `the timestamp was ${before}, and is ${after} an hour later`);
    },
  ),
  "validation-messages": required(
    "if a 400 has a body field, it names the invalid parameter",
    "7",
    ["brainId"],
    async (service) => {
      expectMessages(await service.expectError("promptIndex.get", 400, { query: "limit=many" }), ["limit"]);
      expectMessages(await service.expectError("channels.list", 400, { query: "" }), ["installationId"]);
    },
  ),
  "validation-messages-of-flags": required(
    "if a 400 has a body field, it names an invalid flag",
    "7",
    writeToBinding,
    async (service) => {
      const body = { notifyBriefs: "yes", notifyChanges: 1 };
      expectMessages(await service.expectError("bindings.update", 400, { body }), Object.keys(body));
    },
  ),
  "message-list": choice("returns a list of messages in the body field of a 400", "7", ["brainId"], async (service) => {
    const response = await service.expectError("promptIndex.get", 400, { query: "limit=many" });
    if (!Array.isArray(response.error.body?.message)) response.fail("returned a body without a list of messages");
  }),
  "path-parameter-required": required("rejects a path without its parameter", "4", [], async (service) =>
    (await service.request("GET", "/v1/brains//index")).expectRejection(),
  ),
  "path-parameter-encoded": required(
    "decodes path parameters: a percent-encoded letter is that letter",
    "4",
    ["brainId"],
    async (service, { brainId }) => {
      const encoded = Array.from(
        new TextEncoder().encode(brainId),
        (byte) => `%${byte.toString(16).padStart(2, "0").toUpperCase()}`,
      );
      (await service.request("GET", `/v1/brains/${encoded.join("")}/index`)).expectStatus(200);
    },
  ),
  "version-prefix": required(
    "rejects a path without the prefix of the version",
    "9",
    ["brainId"],
    async (service, { brainId }) => {
      await service.call("promptIndex.get");
      (await service.request("GET", `/brains/${encodeURIComponent(brainId)}/index`)).expectRejection();
    },
  ),
  "validation-before-existence": choice("returns 400 before it checks whether the brain exists", "7", [], (service) =>
    service.expectError("promptIndex.get", 400, { ids, query: "limit=many" }),
  ),
  "unknown-query": choice(
    "ignores query parameters that the specification doesn't define",
    "4.4",
    ["brainId"],
    (service) => service.call("promptIndex.get", { query: "color=blue" }),
  ),
  "unknown-path": choice("returns 404 for a path that the specification doesn't define", "7", [], async (service) =>
    (await service.request("GET", `/v1/${madeUpId}`)).expectStatus(404),
  ),
  "unknown-method": choice("returns 404 for a method that a path doesn't have", "7", ["write"], async (service) =>
    (await service.request("PUT", `/v1/brains/${madeUpId}/index`)).expectStatus(404),
  ),
};

/** Expects the exception response of a 400, if there is one, to name an invalid field. A service may stop at the first. */
function expectMessages(response: ReceivedResponse, fields: readonly string[]): void {
  const { body } = response.error;
  const text = JSON.stringify(body ?? fields);
  if (!fields.some((field) => text.includes(field)))
    response.fail(`returned a body that doesn't name ${fields.join(" or ")}`);
}
