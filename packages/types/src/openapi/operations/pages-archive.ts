import { createErrorExample, createUnauthorizedExample, pageNotFound } from "../error-examples.ts";
import type { OperationDocument } from "../operation-document.ts";

const path = "/v1/brains/brain_operations/pages/skippers-round-table-may/archive";

const body = `# Skippers' round table, 21 May

Seven of nine skippers came. Raw notes, in the order they were said.

## What works

- The arm connects by itself; nobody misses the old cable.
- State of charge on the bridge agrees with [[helmlog|Helmlog]] to within one point.

## What grates

- With more than 15 bicycles the 9 minute turn becomes 11, and the charge shrinks to 5 minutes (100 kWh, not 140).
- The wind meter at berth A sits behind the kiosk and reads 3 to 4 m/s low in a westerly.
- The deckhand cannot see the green lamp of the [[charging-arm-procedure|charging arm]] in low sun.

## Wishes

1. Let bicycles board first, by the aft ramp.
2. Move the wind meter to the mast on [[mill-quay|Mill Quay]] berth B.
3. A second lamp at eye level, about 300 euro.`;

/** Specification, sections 3 and 4.2. */
export const pagesArchive: OperationDocument<"pages.archive"> = {
  id: "pages.archive",
  details: "Its content, versions and connections are kept.",
  request: { brainId: "brain_operations", slug: "skippers-round-table-may" },
  success: {
    description: "The page, archived.",
    example: {
      id: "page_skippers_round_table_may",
      tenantId: "tenant_harbour_line",
      subjectId: "subject_operations",
      brainId: "brain_operations",
      source: { channel: "chat", ref: "room_skippers", label: "Skippers' room" },
      pageType: "source",
      bucket: "inbox",
      bucketSource: "auto",
      slug: "skippers-round-table-may",
      title: "Skippers' round table, 21 May",
      summary:
        "Seven skippers on ten weeks of charging in every turn: the arm works, the 9 minute turn is tight with bicycles, " +
        "and berth A needs a wind meter people can trust.",
      body,
      entities: ["Helmlog", "Mill Quay"],
      sources: [
        {
          ingestSourceId: "ingest_skippers_round_table",
          chunkUuids: ["4fcd2d36-a1b8-4c38-8cc0-c65254012f47", "0480c782-65bc-4f3c-8bf9-6b4e8d523d92"],
          attachedAt: "2026-05-22T06:45:00.000Z",
        },
      ],
      backlinks: ["helmlog", "charging-arm-procedure", "mill-quay"],
      // The first of many more numbers.
      embedding: [0.006921, -0.002444, -0.006898],
      version: 1,
      pinned: false,
      archived: true,
      status: "archived",
      lastCompiledAt: "2026-05-22T06:45:00.000Z",
      lastReferencedAt: "2026-06-15T16:20:58.000Z",
      createdAt: "2026-05-22T06:45:00.000Z",
      updatedAt: "2026-07-01T12:00:00.000Z",
    },
  },
  errors: {
    400: {
      description:
        "Validation failed. The specification also names an empty title or body, and a slug that is already in use, as reasons.",
      example: createErrorExample(
        400,
        path.replace("brain_operations", "%FF"),
        "brainId must be percent-encoded UTF-8",
      ),
    },
    401: createUnauthorizedExample(path),
    404: {
      description: pageNotFound,
      example: createErrorExample(404, path.replace("skippers-round-table-may", "no-such-page"), "Page not found"),
    },
  },
};
