import type { DemoPage } from "../demo-page.ts";

export const briefs: readonly DemoPage[] = [
  {
    slug: "brief-2026-05-11",
    title: "Weekly brief, 4 to 10 May 2026",
    pageType: "brief",
    bucket: "inbox",
    summary:
      "Lapwing arrived, Gannet left, Petrel fills in until June. Kestrel sailed 97 of 98 round trips, and the sea " +
      "trials start on Wednesday.",
    body: `# Weekly brief, 4 to 10 May 2026

## What changed

- **Friday:** [[lapwing|Lapwing]] reached the North Basin after a tow of 60 nautical miles. New dates in
  [[lapwing-entry-into-service]].
- **Tuesday:** [[gannet|Gannet]] was towed away by her new owner. The page is archived.
- **Since 1 May:** Petrel sails the diesel half of the [[summer-timetable-2026|summer timetable]].

## The week in numbers

| | |
|---|---|
| Round trips of [[kestrel]] | 97 of 98 |
| Round trips of Petrel | 74 of 77 |
| Charges at the first try | 88 of 90 |

## Coming up

1. Sea trials from Wednesday to Friday, 09:00 to 15:00; give way near Middle Bank Buoy.
2. Skippers' round table on 21 May.`,
    entities: ["Lapwing", "Gannet", "Petrel", "North Basin", "Middle Bank Buoy"],
    source: { channel: "agent", ref: "agent_brief", label: "Brief agent" },
    ingestSources: ["ingest_yard_report", "ingest_helmlog_export"],
    createdAt: "2026-05-11T06:30:00.000Z",
    updatedAt: "2026-05-11T06:30:00.000Z",
    lastReferencedAt: "2026-05-13T07:15:09.000Z",
  },
  {
    slug: "brief-2026-06-02",
    title: "Daily brief, 2 June 2026",
    pageType: "brief",
    bucket: "inbox",
    summary:
      "Lapwing carried her first passengers and both boats are electric now: 28 round trips, 26 charges, 25 of " +
      "them at the first try and not one drop of diesel used. 🎉 The 12:15 left four minutes late.",
    body: `# Daily brief, 2 June 2026

First day without a scheduled diesel boat.

## What changed

- [[lapwing|Lapwing]] left [[mill-quay|Mill Quay]] at 06:55 with 112 passengers, first trip in service.
- [[summer-timetable-2026]] is now in force in full: 28 round trips instead of 25.
- Petrel is moored in the North Basin as spare.

## The day in numbers

| | Kestrel | Lapwing |
|---|---|---|
| Round trips | 14 | 14 |
| Charges | 13 | 13 |
| At the first try | 13 | 12 |
| Lowest charge | 30 % | 34 % |

3,410 passengers, about 300 more than on the Tuesday before.

## To watch

1. The 12:15 left four minutes late: the second long charge started late.
2. Bicycles at 08:35: 23 came for 20 places.`,
    entities: ["Lapwing", "Kestrel", "Petrel", "Mill Quay", "North Basin"],
    source: { channel: "agent", ref: "agent_brief", label: "Brief agent" },
    ingestSources: ["ingest_helmlog_export", "ingest_summer_timetable"],
    createdAt: "2026-06-02T19:30:00.000Z",
    updatedAt: "2026-06-02T19:30:00.000Z",
    lastReferencedAt: "2026-06-16T12:01:33.000Z",
  },
  {
    slug: "brief-2026-06-22",
    title: "Weekly brief, 15 to 21 June 2026",
    pageType: "brief",
    bucket: "inbox",
    summary:
      "193 of 196 round trips sailed, three lost to fog on Thursday. Battery health of Kestrel is in, the buffer " +
      "option for Saltmarsh Point is on the table, and two questions stay contested.",
    body: `# Weekly brief, 15 to 21 June 2026

## What changed

- **Battery:** capacity reading of [[kestrel|Kestrel]] is 98.1 %. [[battery-lifetime]] now states both claims.
- **Saltmarsh Point:** [[saltmarsh-shore-power]] compares waiting for the grid with a 200 kWh buffer.
- **Lapwing:** seven of eleven guarantee items closed ([[lapwing-entry-into-service]]).

## The week in numbers

| | |
|---|---|
| Round trips | 193 of 196 (98.5 %) |
| Charges at the first try | 176 of 179 |
| Diesel burnt on the line | 0 litres |

The three cancelled round trips fell in the fog of Thursday 18 June, visibility 120 to 180 metres. The
[[weather-limits]] were applied as written.

## Coming up

1. Wind meter moves to berth B on 7 July.
2. Answer on [[saltmarsh-grid-capacity]] due on 10 July.`,
    entities: ["Kestrel", "Lapwing", "Saltmarsh Point"],
    version: 2,
    source: { channel: "agent", ref: "agent_brief", label: "Brief agent" },
    ingestSources: ["ingest_helmlog_export", "ingest_authority_load_survey", "ingest_yard_report"],
    createdAt: "2026-06-22T06:00:00.000Z",
    updatedAt: "2026-06-22T07:25:00.000Z",
    lastReferencedAt: "2026-06-25T06:30:56.000Z",
  },
];
