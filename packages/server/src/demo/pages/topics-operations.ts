import type { DemoPage } from "../demo-page.ts";

export const operationsTopics: readonly DemoPage[] = [
  {
    slug: "weather-limits",
    title: "Weather limits: wind, fog, ice",
    pageType: "topic",
    bucket: "notes",
    summary:
      "When we sail, slow down or stop. Fog stop is 200 metres since 16 March, gust stop is 17 m/s; the duty " +
      "skipper may always be stricter, never looser.",
    body: `# Weather limits: wind, fog, ice

| Condition | Limit | What we do |
|---|---|---|
| Gusts at Saltmarsh Point | above 17 m/s | stop the line |
| Gusts at berth A | above 15 m/s | sail, but do not connect the arm |
| Visibility | 200 to 500 m | 6 knots, lookout at the bow, horn every two minutes |
| Visibility | below 200 m | stop the line |
| Ice | above 4 cm | stop the line |

## Rules

1. The duty skipper decides and may be stricter, never looser.
2. The control room tells passengers within five minutes.
3. A stop of more than 90 minutes brings out the replacement bus.

## Why 200 metres

The fog stop was 150 metres until the close pass of [[kestrel|Kestrel]] near Middle Bank Buoy; see the
[[fog-incident-minutes-march|minutes]]. At 6 knots a crossing takes 36 minutes instead of 17.

Arm rules in full: [[charging-arm-procedure]].`,
    entities: ["Saltmarsh Point", "Middle Bank Buoy"],
    pinned: true,
    version: 8,
    ingestSources: ["ingest_fog_minutes", "ingest_safety_manual"],
    createdAt: "2026-01-09T08:00:00.000Z",
    updatedAt: "2026-04-20T06:50:00.000Z",
    lastReferencedAt: "2026-06-26T05:20:31.000Z",
  },
  {
    slug: "summer-timetable-2026",
    title: "Summer timetable 2026",
    pageType: "topic",
    bucket: "notes",
    summary:
      "In force from 13 April. Since 2 June both boats are electric and run 28 round trips a day, one every 25 " +
      "minutes, with a charging gap around noon. Last boat 18:05.",
    body: `# Summer timetable 2026

In force since Monday 13 April; it replaces the [[winter-timetable-2025|winter timetable]].

## Departures from Mill Quay

| Boat | Morning | Long charge | Last |
|---|---|---|---|
| Kestrel | 06:30, every 50 min to 10:40 | leaves 11:48 | 17:38 |
| Lapwing | 06:55, every 50 min to 11:05 | leaves 12:15 | 18:05 |

Together that is a boat every 25 minutes, one gap of 43 minutes before the 11:48, and every 23 to 27 minutes after
that. The last boat leaves Saltmarsh Point at 18:29.

## How a cycle works

17 minutes across, 7 at [[saltmarsh-point|Saltmarsh Point]], 17 back, 9 at [[mill-quay|Mill Quay]] with the arm:
50 minutes.

## History

- 13 April to 1 June: [[kestrel|Kestrel]] 14 round trips, a diesel boat 11.
- From 2 June: [[lapwing|Lapwing]] replaces the diesel boat, 28 round trips in all.`,
    entities: ["Mill Quay", "Kestrel", "Lapwing", "Saltmarsh Point"],
    version: 6,
    ingestSources: ["ingest_summer_timetable"],
    createdAt: "2026-03-27T10:30:00.000Z",
    updatedAt: "2026-06-02T05:40:00.000Z",
    lastReferencedAt: "2026-06-25T16:45:00.000Z",
  },
  {
    slug: "winter-timetable-2025",
    title: "Winter timetable 2025/26",
    pageType: "topic",
    bucket: "notes",
    summary:
      "The timetable from 10 November 2025 to 12 April 2026: 14 round trips a day, six of them electric at " +
      "first, twelve from 9 March. Kept for planning the next winter.",
    body: `# Winter timetable 2025/26

In force from 10 November 2025 to 12 April 2026. 14 round trips a day, one every 50 minutes, 06:30 to 17:20.

## Who sails

| Period | Kestrel | Gannet |
|---|---|---|
| to 1 February | 6 | 8 |
| 2 to 20 February (trial) | 12 | 2 |
| 21 February to 8 March | 6 | 8 |
| 9 March to 12 April | 12 | 2 |

## Energy

- 248 kWh per round trip, heating included.
- Six round trips: three, then two hours on the cable at 350 kW, then three.
- Twelve round trips: nine short and two long charges with the arm at [[mill-quay|Mill Quay]].

## Connections

The school bus at [[saltmarsh-point|Saltmarsh Point]] waits for the 07:20 until 07:45.

From 13 April the [[summer-timetable-2026|summer timetable]] applies.`,
    entities: ["Kestrel", "Gannet"],
    status: "stale",
    version: 3,
    ingestSources: ["ingest_winter_timetable"],
    createdAt: "2026-01-06T09:10:00.000Z",
    updatedAt: "2026-04-10T14:00:00.000Z",
    lastReferencedAt: "2026-04-16T08:03:17.000Z",
  },
  {
    slug: "plug-in-by-hand",
    title: "Charging by hand with the cable",
    pageType: "topic",
    bucket: "notes",
    summary:
      "The old midday routine with the 350 kW cable at Mill Quay. Replaced by the charging arm since 9 March; the " +
      "cable was taken off the quay in April.",
    body: `# Charging by hand with the cable

**Do not use any more.** The arm replaced the cable on 9 March; follow [[charging-arm-procedure]]. The cable
left the quay on 22 April.

## How it was done

1. All passengers ashore, ramp up, engines locked out.
2. Two people carry the cable (38 kg) from the cabinet on Mill Quay to the port socket of [[kestrel|Kestrel]].
3. Plug in, turn the collar, wait for the click.
4. Two hours at 350 kW: about 700 kWh.

## Why we stopped

- Four minutes to connect and four to release, too long for a turn.
- Two strained backs in January alone.
- The socket cover let in spray.

The change was made with [[opportunity-charging-at-mill-quay|the decision of 6 March]].`,
    entities: ["Kestrel", "Mill Quay"],
    status: "deprecated",
    version: 4,
    ingestSources: ["ingest_safety_manual"],
    createdAt: "2026-01-07T13:25:00.000Z",
    updatedAt: "2026-04-22T11:15:00.000Z",
    lastReferencedAt: "2026-03-09T05:58:44.000Z",
  },
];
