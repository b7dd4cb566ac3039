import { describe, expect, it } from "vitest";
import { runChecks } from "./checks/run-checks.ts";
import { createRecords } from "./records/create-records.ts";
import { createSmallDeployment } from "./records/create-small-deployment.ts";
import { removeRecords } from "./records/remove-records.ts";
import { startSecondService } from "./start-second-service.ts";
import type { VariantName } from "./variants/variant-name.ts";
import { variants } from "./variants/variants.ts";

const names = Object.keys(variants) as VariantName[];

/** Their checks take seconds: `variants.slow.test.ts` runs them. */
const slowVariants: readonly VariantName[] = ["delayed-index", "slow-responses"];

/** Each variant is in one of them. Those of one combination change different things. */
const combinations: readonly (readonly VariantName[])[] = [
  [
    ...(["base-path", "rate-limit-in-seconds", "gzip-compression", "extra-headers", "indented-json"] as const),
    ...(["error-path-decoded", "error-without-body", "foreign-records-are-403", "brain-before-input"] as const),
    ...(["ids-with-slash-and-space", "timestamps-with-offset", "pages-without-source", "default-limit-10"] as const),
    ...(["index-by-title", "summary-ends-with-ellipsis", "archived-by-flag-only", "extra-fields"] as const),
    ...(["oauth-state-lives-for-a-minute", "unbind-of-missing-binding-is-404"] as const),
  ],
  [
    ...(["base-path-behind-proxy", "rate-limit-with-date", "chunked-bodies", "cors-headers", "escaped-json"] as const),
    ...(["messages-in-german", "error-body-only-if-400", "readers-cannot-write", "unknown-fields-refused"] as const),
    ...(["ids-with-colon", "timestamps-without-milliseconds", "sources-without-label", "default-limit-200"] as const),
    ...(["index-by-status-and-reading", "summary-of-160-utf-16-units", "archived-by-status-only"] as const),
    ...(["oauth-state-lives-for-a-week", "second-archive-is-400", "slugs-with-unicode"] as const),
  ],
  [
    ...(["connection-close", "content-type-with-charset", "integers-with-fraction", "any-content-type"] as const),
    ...(["error-body-with-map-of-fields", "no-body-is-empty-object", "unknown-routes-are-405"] as const),
    ...(["ids-are-uuids", "timestamps-with-microseconds", "pages-that-are-empty", "limit-clamped"] as const),
    ...(["archive-keeps-updated-at", "restored-pages-are-active", "installations-belong-to-one-brain"] as const),
    ...(["authorization-url-with-more-parameters", "bindings-without-channel-name", "pages-never-read"] as const),
  ],
  [
    ...(["content-type-in-capitals", "ids-are-numbers"] as const),
    ...(["pages-with-large-embedding", "limit-0-returns-nothing"] as const),
  ],
];

describe("variants", () => {
  it.each(combinations)("combined follow the specification: %s, %s, …", async (...combination) => {
    expect(await runChecks(combination)).toEqual([]);
  });

  it("are all in a combination", () => {
    expect([...combinations.flat(), ...slowVariants].toSorted()).toEqual(names.toSorted());
  });
});

describe("the records", () => {
  it("are removed with all that belongs to them", async () => {
    await using service = await startSecondService();
    const kept = await createSmallDeployment(service);
    const records = await createRecords(service);
    expect(service.apiKeys).toHaveLength(4);
    const index = (brainId: string, key: string) =>
      fetch(`${service.baseUrl}/v1/brains/${brainId}/index`, { headers: { "x-api-key": key } });
    expect((await index(records.brainId, records.apiKey)).status).toBe(200);
    await removeRecords(service, records);
    expect(service.apiKeys).toEqual([kept.apiKey]);
    expect((await index(records.brainId, records.apiKey)).status).toBe(401);
    expect((await index(records.brainId, kept.apiKey)).status).toBe(404);
    expect(await (await index(kept.brainId, kept.apiKey)).json()).toMatchObject([{ slug: kept.slug, pinned: false }]);
  });
});
