import type { DemoPage } from "../demo-page.ts";

export const entities: readonly DemoPage[] = [
  {
    slug: "kestrel",
    title: "Kestrel (electric ferry)",
    pageType: "entity",
    bucket: "notes",
    summary:
      "Our first electric ferry, in service since 10 November 2025: 32 metres, 180 passengers, 1,260 kWh of " +
      "battery, 14 round trips on a summer day.",
    body: `# Kestrel

Electric catamaran, first of two sisters, in service since 10 November 2025.

| | |
|---|---|
| Builder | Brackwater Yard |
| Length | 32 m |
| Capacity | 180 passengers, 20 bicycles |
| Battery | 1,260 kWh, Ostrand Marine Power |
| Motors | 2 x 450 kW |
| Service speed | 14 knots |
| Crew | 3 |

## Habits

- Uses 210 kWh per round trip in summer, 248 kWh in winter: [[energy-per-crossing]].
- Charges at [[mill-quay|Mill Quay]] in every turn and overnight in the North Basin at 150 kW.
- Battery health 98.1 % on 15 June. What that means is [[battery-lifetime|disputed]].

## Open points

- Starboard ramp hinge: new bushing at the yard stop, 14 to 18 September.
- Spray seal of the unused cable socket: to be blanked off at the same stop.

Sister ship: [[lapwing|Lapwing]].`,
    entities: ["Kestrel", "Brackwater Yard", "Ostrand Marine Power", "North Basin"],
    version: 11,
    ingestSources: ["ingest_fleet_register", "ingest_helmlog_export"],
    createdAt: "2026-01-05T09:20:00.000Z",
    updatedAt: "2026-06-17T09:20:00.000Z",
    lastReferencedAt: "2026-06-25T11:30:22.000Z",
  },
  {
    slug: "lapwing",
    title: "Lapwing (electric ferry)",
    pageType: "entity",
    bucket: "notes",
    summary:
      "Second electric ferry and sister of Kestrel: 180 passengers, 1,260 kWh, delivered six weeks late on 8 May " +
      "and in service since 2 June. Heated by a heat pump.",
    body: `# Lapwing

Electric catamaran, sister of [[kestrel|Kestrel]]: same hull, same 1,260 kWh, same 180 passengers and 20 bicycles.

## What is different

- Heat pump instead of resistance heaters. We hope for 230 kWh per winter round trip, against 248 kWh for Kestrel.
- Aft ramp 20 cm wider, so bicycles board faster.
- Horn moved to the mast after the fog review.

## Key dates

| Date | Event |
|---|---|
| 27 March | planned delivery by Brackwater Yard |
| 8 May | actual delivery |
| 13 to 15 May | [[lapwing-sea-trial-report]] |
| 2 June | first passengers, the 06:55 from Mill Quay |

## Open points

- Guarantee list: 4 of 11 items open, none of them safety items.
- The follow-up is in [[lapwing-entry-into-service]].`,
    entities: ["Lapwing", "Kestrel", "Brackwater Yard", "Mill Quay"],
    version: 8,
    ingestSources: ["ingest_fleet_register", "ingest_lapwing_sea_trial", "ingest_yard_report"],
    createdAt: "2026-01-19T10:05:00.000Z",
    updatedAt: "2026-06-16T12:10:00.000Z",
    lastReferencedAt: "2026-06-24T15:07:19.000Z",
  },
  {
    slug: "gannet",
    title: "Gannet (diesel ferry, sold)",
    pageType: "entity",
    bucket: "notes",
    bucketSource: "user",
    summary:
      "Diesel ferry of 1991, 150 passengers, 62 litres per round trip. Last sailing on 30 April 2026, sold for " +
      "85,000 euro; kept here for the records.",
    body: `# Gannet

Diesel ferry, built in 1991, 28 m, 150 passengers. Last sailing with us on Thursday 30 April 2026, the 18:05 from
[[mill-quay|Mill Quay]], with a brass band on the upper deck.

## Figures for comparison

- 62 litres of marine diesel per round trip at 11 knots
- 22 minutes per crossing, against 17 for [[kestrel|Kestrel]]
- 78 dB in the cabin
- 31 days out of service in 2025

## Where she went

Sold for 85,000 euro to an island freight company and towed away on 5 May. Spare parts that also fit Petrel (two
injector sets, one gearbox) stayed in the North Basin store.`,
    entities: ["Gannet", "Petrel", "North Basin"],
    status: "archived",
    version: 5,
    ingestSources: ["ingest_fleet_register"],
    createdAt: "2026-01-05T09:30:00.000Z",
    updatedAt: "2026-05-07T08:45:00.000Z",
    lastReferencedAt: "2026-05-11T06:34:50.000Z",
  },
  {
    slug: "mill-quay",
    title: "Mill Quay terminal",
    pageType: "entity",
    bucket: "notes",
    summary:
      "City-side terminal with two berths. Berth A has the 1,200 kW charging arm, fed by a 600 kW grid connection " +
      "and a 1,000 kWh buffer battery; berth B has no charger.",
    body: `# Mill Quay terminal

City-side terminal and home of the control room.

## Berths

- **A:** charging arm, 1,200 kW. Electric boats only.
- **B:** no charger. Waiting boat, spare boat, visitors.

## Power

| Part | Size |
|---|---|
| Grid connection | 600 kW |
| Buffer battery | 1,000 kWh |
| Arm | 1,200 kW |

A short charge takes 140 kWh, a long one 500 kWh. Around noon both boats take a long charge one after the other:
1,000 kWh in 52 minutes, half from the grid and half from the buffer. See [[summer-timetable-2026]].

## Open points

- The wind meter moves to the mast on berth B on 7 July, as the [[skippers-round-table-may|skippers]] asked.
- Second green lamp for the [[charging-arm-procedure|arm]] fitted on 11 June.
- Maintenance contract with [[ostrand-marine-power|Ostrand Marine Power]]: on site within four hours.`,
    entities: ["Mill Quay", "Ostrand Marine Power"],
    version: 9,
    ingestSources: ["ingest_terminal_register", "ingest_skippers_round_table"],
    createdAt: "2026-01-05T09:45:00.000Z",
    updatedAt: "2026-06-11T15:30:00.000Z",
    lastReferencedAt: "2026-06-25T07:41:08.000Z",
  },
  {
    slug: "saltmarsh-point",
    title: "Saltmarsh Point terminal",
    pageType: "entity",
    bucket: "notes",
    summary:
      "Outer terminal, 3.4 nautical miles from Mill Quay: one exposed berth, no charger yet, a bus stop and a " +
      "draughty queue. The first place where wind stops us.",
    body: `# Saltmarsh Point terminal

Outer terminal, 3.4 nautical miles from [[mill-quay|Mill Quay]]. One berth, open to the west.

## Facts

- Turn: 7 minutes, of which 5 could be charging time
- Passengers: about 1,700 a day boarding in June
- Connections: bus lines 4 and 9, and the school bus at 07:45
- Charger: none; see [[saltmarsh-shore-power]]
- Grid: 250 kW or 900 kW free, depending on whom you ask: [[saltmarsh-grid-capacity]]

## Known trouble

1. Gusts run 2 to 3 m/s above those in the inner harbour. The stop at 17 m/s is measured here: [[weather-limits]].
2. The queue stands to windward ([[passenger-survey-spring|97 comments]]). A shelter for 40 people costs 18,000
   euro; the harbour authority pays half.
3. Silt: 40 cm since the last dredging. The next is due in October.`,
    entities: ["Saltmarsh Point"],
    version: 7,
    ingestSources: ["ingest_terminal_register", "ingest_passenger_survey"],
    createdAt: "2026-01-05T09:50:00.000Z",
    updatedAt: "2026-06-15T10:00:00.000Z",
    lastReferencedAt: "2026-06-22T06:15:26.000Z",
  },
  {
    slug: "ostrand-marine-power",
    title: "Ostrand Marine Power (supplier)",
    pageType: "entity",
    bucket: "notes",
    summary:
      "Supplier of the batteries on both electric ferries and of the charging arm at Mill Quay. Good on site, slow " +
      "on paper; the warranty terms are under discussion.",
    body: `# Ostrand Marine Power

Supplies the battery packs of [[kestrel|Kestrel]] and [[lapwing|Lapwing]] (1,260 kWh each) and the arm at
[[mill-quay|Mill Quay]].

## Contracts

| Contract | Term | Key point |
|---|---|---|
| Battery warranty | 8 years or 6,000 cycles | 80 % health |
| Arm maintenance | to 31 December 2028 | on site within 4 hours |
| Remote support | yearly | 19,000 euro |

## Track record

- Nine call-outs since 9 March, seven of them on site in under three hours.
- The controller restart of the February trial was fixed on 4 March and has not come back.
- Answers to written questions take three weeks.

## Open points

- Lifetime: they say ten years, we say 7.5. See [[battery-lifetime]].
- Quote for a 200 kWh buffer battery at Saltmarsh Point, asked for on 8 June.`,
    entities: ["Ostrand Marine Power", "Saltmarsh Point"],
    version: 6,
    ingestSources: ["ingest_ostrand_warranty", "ingest_supplier_review"],
    createdAt: "2026-01-06T14:00:00.000Z",
    updatedAt: "2026-06-17T09:30:00.000Z",
    lastReferencedAt: "2026-06-23T14:20:41.000Z",
  },
  {
    slug: "helmlog",
    title: "Helmlog (energy logging)",
    pageType: "entity",
    bucket: "notes",
    summary:
      "The system that records energy, speed and charging on both electric boats every second. It feeds the " +
      "control room screen and every number on energy in this brain.",
    body: `# Helmlog

Records energy, position, speed and state of charge on [[kestrel|Kestrel]] and [[lapwing|Lapwing]], once per second.

## Where the data goes

1. A box on the bridge keeps 30 days.
2. Every charge at Mill Quay uploads the last trip.
3. The control room sees state of charge with a delay of about one minute.
4. On the first of each month an export goes to the fleet engineer; it is the basis of [[energy-per-crossing]].

## Alarms

- Below 25 %: yellow on the control room screen
- Below 20 %: red, and the boat goes out of service ([[reserve-of-twenty-percent]])

## Known quirks

- Clock drift of two seconds per day without a satellite fix.
- Energy for heating is only split out on Lapwing.`,
    entities: ["Helmlog", "Lapwing", "Mill Quay"],
    version: 5,
    ingestSources: ["ingest_helmlog_manual"],
    createdAt: "2026-01-14T11:45:00.000Z",
    updatedAt: "2026-06-04T13:05:00.000Z",
    lastReferencedAt: "2026-06-17T08:58:33.000Z",
  },
];
