import type { DemoPage } from "../demo-page.ts";

export const projects: readonly DemoPage[] = [
  {
    slug: "electric-fleet-programme",
    title: "Electric fleet programme",
    pageType: "project",
    bucket: "projects",
    bucketSource: "user",
    summary:
      "The move from diesel to electric, in one page: where each boat and berth stands, what it saves, and what " +
      "must be decided before 30 September. Start here if you are new.",
    body: `# Electric fleet programme

Goal: no diesel boat in the fleet after 31 March 2027. **Status: green for boats, amber for power.**

| Part | State |
|---|---|
| [[kestrel]] | in service since 10 November 2025 |
| [[lapwing]] | in service since 2 June 2026 |
| Gannet | sold in May 2026 |
| Petrel | diesel spare, [[petrel-spare-until-march]] |
| Mill Quay arm | in daily use since 9 March |
| Saltmarsh Point charger | [[saltmarsh-shore-power]] |

## What it saves

28 round trips a day at 62 litres each: 1,736 litres of diesel, some 4.7 tonnes of carbon dioxide.

## Next steps

1. Settle [[saltmarsh-grid-capacity]]; the grid offer lapses on 30 September.
2. Decide on a third hull: the option at Brackwater Yard (4.9 million euro) lapses on the same day.
3. Winter timetable 2026/27 by 31 August.

## Main risk

[[battery-lifetime|Battery life]] of 7.5 instead of ten years.`,
    entities: ["Gannet", "Petrel", "Mill Quay", "Saltmarsh Point", "Brackwater Yard"],
    pinned: true,
    version: 14,
    ingestSources: ["ingest_board_minutes_january", "ingest_board_minutes_june"],
    createdAt: "2026-01-05T09:00:00.000Z",
    updatedAt: "2026-06-24T12:00:00.000Z",
    lastReferencedAt: "2026-06-26T06:05:47.000Z",
  },
  {
    slug: "lapwing-entry-into-service",
    title: "Lapwing: entry into service",
    pageType: "project",
    bucket: "projects",
    summary:
      "From late delivery to daily service: Lapwing arrived on 8 May, passed its trials and took passengers on 2 " +
      "June. What remains is the guarantee list and winter readiness.",
    body: `# Lapwing: entry into service

Replaces the [[lapwing-delivery-plan|delivery plan of January]], which Brackwater Yard missed by six weeks.

**Status: done in the main, guarantee phase running.**

## Done

- 8 May: delivery, late because of two faulty cooling plates
- 13 to 15 May: sea trials, two findings ([[lapwing-sea-trial-report|report]])
- 18 to 29 May: nine skippers and eleven deckhands trained
- 27 May: both findings closed, certificate issued
- 2 June: first passengers

## Next steps

1. Close the 4 open guarantee items (fleet engineer, 31 July).
2. Heat pump test in the cold room of the yard stop, 21 to 25 September.
3. Lateness payment: 42 days at 2,500 euro, 105,000 euro in all; claim sent on 9 June.

The day-to-day state of the boat is on [[lapwing|Lapwing]].`,
    entities: ["Lapwing", "Brackwater Yard"],
    version: 9,
    ingestSources: ["ingest_yard_report", "ingest_lapwing_sea_trial"],
    createdAt: "2026-04-14T10:00:00.000Z",
    updatedAt: "2026-06-16T12:00:00.000Z",
    lastReferencedAt: "2026-06-22T06:20:14.000Z",
  },
  {
    slug: "lapwing-delivery-plan",
    title: "Lapwing: delivery plan (January)",
    pageType: "project",
    bucket: "projects",
    summary:
      "The plan of January: delivery on 27 March, trials at the end of March, in service with the summer timetable " +
      "on 13 April. None of these dates held.",
    body: `# Lapwing: delivery plan (January)

> Overtaken on 14 April, when Brackwater Yard announced delivery in May. Current dates:
> [[lapwing-entry-into-service]].

## Milestones as planned

| Date | Milestone |
|---|---|
| 27 February | battery installed |
| 27 March | delivery to the North Basin |
| 30 March to 1 April | sea trials |
| 6 to 10 April | crew training |
| 13 April | in service |

## Status on 4 March

- Battery of 1,260 kWh installed on 26 February.
- Cooling plates: pressure test failed twice, replacements ordered by Brackwater Yard.
- The yard still confirms 27 March.

## Next steps as they stood

1. Third pressure test in week 11.
2. Trial slots with the harbour master.

The boat itself: [[lapwing|Lapwing]].`,
    entities: ["Lapwing", "Brackwater Yard", "North Basin"],
    status: "stale",
    version: 4,
    ingestSources: ["ingest_yard_report"],
    createdAt: "2026-01-19T09:30:00.000Z",
    updatedAt: "2026-04-14T10:10:00.000Z",
    lastReferencedAt: "2026-05-08T11:26:02.000Z",
  },
  {
    slug: "saltmarsh-shore-power",
    title: "Shore power at Saltmarsh Point",
    pageType: "project",
    bucket: "projects",
    summary:
      "A 600 kW charger at the outer terminal, worth 50 kWh per call. Held up by the grid: the team now works on a " +
      "200 kWh buffer battery so that the 250 kW on offer is enough.",
    body: `# Shore power at Saltmarsh Point

Goal: 600 kW at [[saltmarsh-point|Saltmarsh Point]] before the coming winter. **Status: amber, two months behind.**

## Why

5 minutes of power per call is 50 kWh. Over 12 winter round trips that makes 600 kWh, so each boat can drop one of
its two long stops (360 kWh more than a short one).

## Options

| Option | Cost | Ready | Room for a third boat |
|---|---|---|---|
| Wait for 900 kW | 780,000 euro | January 2027 | yes |
| 250 kW plus 200 kWh buffer | 730,000 euro | November 2026 | just |

The first includes 140,000 euro for Tarn Grid, the second 90,000 euro for the buffer. Two boats need 50 kWh every
25 minutes, some 130 kW on average.

## Next steps

1. Answer of the fish market on [[saltmarsh-grid-capacity]], 10 July.
2. Buffer quote from [[ostrand-marine-power|Ostrand Marine Power]].
3. Sign or drop [[grid-operator-letter-march|the offer]] by 30 September.`,
    entities: ["Saltmarsh Point", "Tarn Grid", "Ostrand Marine Power"],
    version: 12,
    ingestSources: ["ingest_grid_letter", "ingest_authority_load_survey", "ingest_board_minutes_june"],
    createdAt: "2026-02-10T15:20:00.000Z",
    updatedAt: "2026-06-19T14:35:00.000Z",
    lastReferencedAt: "2026-06-24T09:12:55.000Z",
  },
  {
    slug: "hybrid-retrofit-study",
    title: "Study: hybrid retrofit of Petrel",
    pageType: "project",
    bucket: "ideas",
    summary:
      "Could Petrel get a 300 kWh battery and run half electric? The study said yes, at 1.1 million euro for five " +
      "more years. Dropped in March as poor value.",
    body: `# Study: hybrid retrofit of Petrel

**Status: closed on 24 March. Dropped.**

## The idea

Fit Petrel (2003, 160 passengers, 11 knots) with 300 kWh of battery and one electric motor, and sail on electricity
inside the harbour limits.

## Findings

- Cost 1.1 million euro, eleven weeks at Brackwater Yard.
- Saves 24 of 58 litres per round trip.
- Hull survey: steel good for five more years, not ten.
- The battery takes the space of 28 seats.

## Why we dropped it

220,000 euro a year is seven times what a spare boat burns in diesel. The money goes to
[[saltmarsh-shore-power]] instead; the goals stand in the [[electric-fleet-programme]].`,
    entities: ["Petrel", "Brackwater Yard"],
    status: "archived",
    version: 3,
    ingestSources: ["ingest_hybrid_study"],
    createdAt: "2026-01-08T10:50:00.000Z",
    updatedAt: "2026-03-24T16:05:00.000Z",
    lastReferencedAt: "2026-03-24T16:05:00.000Z",
  },
];
