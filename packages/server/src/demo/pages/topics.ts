import type { DemoPage } from "../demo-page.ts";
import { operationsTopics } from "./topics-operations.ts";

const energyTopics: readonly DemoPage[] = [
  {
    slug: "charging-arm-procedure",
    title: "Charging arm: procedure at the berth",
    pageType: "topic",
    bucket: "notes",
    bucketSource: "user",
    summary:
      "How to connect, charge and leave at Mill Quay berth A in a 9 minute turn, when to stop, and whom to call. " +
      "Binding for every crew on an electric boat; read it before your first shift.",
    body: `# Charging arm: procedure at the berth

Applies to [[kestrel|Kestrel]] and [[lapwing|Lapwing]] at [[mill-quay|Mill Quay]], berth A.

## Connect

1. Moor, ramp down, propulsion to standby.
2. The mate checks the wind: no connection in gusts above 15 m/s.
3. Press ARM READY. Connecting takes about 48 seconds.
4. Green lamp: power flows, up to 1,200 kW. Short turns give 7 minutes, about 140 kWh.

## Leave

1. Press ARM RELEASE one minute before departure.
2. Wait for the white lamp **and** the deckhand's thumb.
3. Only then propulsion on.

## Stop at once

- Red lamp, smell, smoke, or the boat surging more than 40 cm: hit the yellow stop.
- Two failed tries: sail without charging if the charge stays above [[reserve-of-twenty-percent|the reserve]], and
  tell the control room.

Wipe the contacts before the first and after the last call. Figures come from the
[[charging-trial-report-february|February trial]].`,
    entities: ["Kestrel", "Lapwing", "Mill Quay"],
    pinned: true,
    version: 9,
    ingestSources: ["ingest_charging_trial", "ingest_skippers_round_table"],
    createdAt: "2026-02-26T11:00:00.000Z",
    updatedAt: "2026-05-28T08:30:00.000Z",
    lastReferencedAt: "2026-06-26T04:55:12.000Z",
  },
  {
    slug: "energy-per-crossing",
    title: "Energy and cost per round trip",
    pageType: "topic",
    bucket: "notes",
    summary:
      "What a round trip takes in kWh and euro, summer and winter, and how a day of 14 round trips adds up. " +
      "Electric costs 31.50 euro a round trip, diesel cost 65.10.",
    body: `# Energy and cost per round trip

Mill Quay to Saltmarsh Point and back is 6.8 nautical miles at 14 knots.

| Boat | Season | Per round trip |
|---|---|---|
| Kestrel | summer | 210 kWh |
| Kestrel | winter | 248 kWh |
| Lapwing | sea trial, May | 206 kWh |
| Gannet | all year | 62 litres |

## Cost

- Electric: 210 kWh plus 7 % charging loss, at 0.14 euro per kWh, is about 31.50 euro.
- Diesel: 62 litres at 1.05 euro is 65.10 euro.

## A summer day for [[kestrel|Kestrel]]

1. Start at 90 %: 1,134 kWh.
2. 14 round trips: minus 2,940 kWh.
3. 12 short charges of 140 kWh and one long charge of 500 kWh: plus 2,180 kWh.
4. End: 374 kWh, about 30 %.

That clears [[reserve-of-twenty-percent|the reserve of 252 kWh]]. Measured values come from [[helmlog|Helmlog]];
those of Lapwing from the [[lapwing-sea-trial-report|sea trial]].`,
    entities: ["Kestrel", "Lapwing", "Gannet", "Mill Quay", "Saltmarsh Point"],
    version: 10,
    ingestSources: ["ingest_helmlog_export", "ingest_charging_trial", "ingest_lapwing_sea_trial"],
    createdAt: "2026-01-28T14:10:00.000Z",
    updatedAt: "2026-05-19T07:25:00.000Z",
    lastReferencedAt: "2026-06-24T10:02:36.000Z",
  },
  {
    slug: "battery-lifetime",
    title: "How long will the batteries last?",
    pageType: "topic",
    bucket: "notes",
    summary:
      "Contested: Ostrand Marine Power says ten years to 80 % health, our fleet engineer says seven and a half. " +
      "The gap moves a replacement of 605,000 euro per boat by two and a half years.",
    body: `# How long will the batteries last?

Two sources disagree, and the budget for 2033 hangs on it.

## Claim A: ten years

[[ostrand-marine-power|Ostrand Marine Power]] (warranty file, April): 80 % health after ten years. The fast loss of
the first year flattens out; 1.5 full cycles a day were assumed.

## Claim B: seven and a half years

The fleet engineer, from [[helmlog|Helmlog]] (June): [[kestrel|Kestrel]] does 2.35 full cycles a day, some 800
in a year of 340 days. The warranty ends at 8 years **or** 6,000 cycles, and 6,000 come after 7.5 years.

## What is not in dispute

- Kestrel stood at 98.1 % health on 15 June, after seven months.
- A new pack of 1,260 kWh costs about 605,000 euro.

## How it gets settled

Capacity test in November 2026, one year in. Until then the [[electric-fleet-programme|programme]] books 7.5 years.`,
    entities: ["Ostrand Marine Power", "Kestrel"],
    status: "contested",
    version: 7,
    ingestSources: ["ingest_ostrand_warranty", "ingest_helmlog_export"],
    createdAt: "2026-04-02T12:35:00.000Z",
    updatedAt: "2026-06-17T09:15:00.000Z",
    lastReferencedAt: "2026-06-23T14:18:05.000Z",
  },
  {
    slug: "saltmarsh-grid-capacity",
    title: "Grid capacity at Saltmarsh Point",
    pageType: "topic",
    bucket: "notes",
    summary:
      "Contested: Tarn Grid offers 250 kW today, the harbour authority's load survey finds about 900 kW free. The " +
      "650 kVA kept for the cold store makes the difference.",
    body: `# Grid capacity at Saltmarsh Point

How much power is free today? Two documents give two answers.

| | Tarn Grid, 18 March | Harbour authority, 22 April |
|---|---|---|
| Usable (90 % of 1,600 kVA) | 1,440 kVA | 1,440 kVA |
| Measured peak | 520 kVA | 520 kVA |
| Reserved for the cold store | 650 kVA | 0 |
| Free today | about 250 kW | about 900 kW |

## The point in dispute

Tarn Grid counts the reservation of the fish market as used ([[grid-operator-letter-march|letter]]). The harbour
authority says the cold store never drew more than 90 kVA, which is already in the peak, and that the reservation
lapsed in 2024.

## Until it is settled

- [[saltmarsh-shore-power]] plans with 250 kW.
- The harbour authority asked the fish market for its contract; the answer is due on 10 July.`,
    entities: ["Tarn Grid", "Saltmarsh Point"],
    status: "contested",
    version: 6,
    ingestSources: ["ingest_grid_letter", "ingest_authority_load_survey"],
    createdAt: "2026-03-20T09:05:00.000Z",
    updatedAt: "2026-06-12T13:40:00.000Z",
    lastReferencedAt: "2026-06-22T06:12:49.000Z",
  },
];

export const topics: readonly DemoPage[] = [...energyTopics, ...operationsTopics];
