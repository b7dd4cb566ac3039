import type { DemoPage } from "../demo-page.ts";

export const sources: readonly DemoPage[] = [
  {
    slug: "charging-trial-report-february",
    title: "Charging trial report, February 2026",
    pageType: "source",
    bucket: "notes",
    summary:
      "Three-week trial of the charging arm at Mill Quay: 165 connections, 95.8 % at the first try, 48 seconds to " +
      "connect on average. The report recommends charging in every turn.",
    body: `# Charging trial report, February 2026

The trial ran from Monday 2 to Friday 20 February: 15 working days, with [[kestrel|Kestrel]] on 12 round trips a
day and the new arm at [[mill-quay|Mill Quay]], berth A.

## Results

| Measure | Result |
|---|---|
| Connections | 165 (11 a day: 9 short, 2 long) |
| Connected at the first try | 158 (95.8 %) |
| Mean time to connect | 48 seconds |
| Mean power | 1,180 kW (nominal 1,200 kW) |
| Lowest state of charge | 29 % |

## The seven failed tries

- 4 in gusts above 15 m/s
- 2 with salt on the contacts
- 1 during a controller restart by [[ostrand-marine-power|Ostrand Marine Power]]

## Recommendation

Charge in every turn: 7 minutes of power fit into a 9 minute turn. Add long stops of 25 minutes, two a day in
winter. Wipe the contacts before the first and after the last call, and do not connect in gusts above 15 m/s.`,
    entities: ["Kestrel", "Mill Quay", "Ostrand Marine Power"],
    source: { channel: "upload", label: "Charging trial report (PDF)" },
    ingestSources: ["ingest_charging_trial"],
    createdAt: "2026-02-24T09:40:00.000Z",
    updatedAt: "2026-02-24T09:40:00.000Z",
    lastReferencedAt: "2026-06-18T07:52:11.000Z",
  },
  {
    slug: "fog-incident-minutes-march",
    title: "Minutes: close pass in fog, 12 March",
    pageType: "source",
    bucket: "notes",
    summary:
      "Minutes of the review after Kestrel passed a work barge at 35 metres in fog. Speed was too high for the " +
      "visibility; three actions were agreed.",
    body: `# Minutes: close pass in fog, 12 March

Held on Friday 13 March with the harbour master, the duty skipper, the fleet engineer and the control room lead.

## What happened

At 07:24 on Thursday 12 March Kestrel, outbound with 94 passengers, passed an anchored work barge near
Middle Bank Buoy at 35 metres. Visibility was 180 metres, speed 12 knots. Nobody was hurt, nothing was touched.

## Why

- The [[weather-limits|weather limits]] allowed sailing down to 150 metres but named no speed.
- The barge carried its lights but sent no position signal.
- [[kestrel|Kestrel]] is nearly silent, so the barge crew heard nothing.

## Actions

1. Raise the fog stop from 150 to 200 metres (harbour master, by 16 March).
2. Cap the speed at 6 knots between 200 and 500 metres, with a lookout at the bow.
3. Sound the horn every two minutes in fog, also when nothing shows on the radar.`,
    entities: ["Kestrel", "Middle Bank Buoy"],
    source: { channel: "agent", ref: "agent_minutes", label: "Minutes agent" },
    ingestSources: ["ingest_fog_minutes"],
    createdAt: "2026-03-13T15:05:00.000Z",
    updatedAt: "2026-03-13T15:05:00.000Z",
    lastReferencedAt: "2026-06-18T09:31:40.000Z",
  },
  {
    slug: "grid-operator-letter-march",
    title: "Letter from the grid operator, 18 March",
    pageType: "source",
    bucket: "inbox",
    summary:
      "Tarn Grid offers 250 kW at Saltmarsh Point today and 900 kW from 1 December 2026, once the substation is " +
      "reinforced. The offer lapses on 30 September.",
    body: `# Letter from the grid operator, 18 March

Tarn Grid answers our request of 10 February for 600 kW at [[saltmarsh-point|Saltmarsh Point]].

## The offer

- **Now:** 250 kW firm.
- **From 1 December 2026:** 900 kW firm, after the reinforcement of the Saltmarsh substation.
- **Our share of the cost:** 140,000 euro, half on signing.
- **Valid until:** 30 September 2026.

## Their reasoning

The 1,600 kVA transformer may be loaded to 90 %. The measured peak is 520 kVA, and a further 650 kVA is reserved
for the cold store of the fish market, whether or not it is drawn.

## For us

600 kW on day one is out of the question by this letter. See the plan in [[saltmarsh-shore-power]], which assumed a
start in September.`,
    entities: ["Tarn Grid", "Saltmarsh Point"],
    source: { channel: "email", label: "Letter, scanned by the front desk" },
    ingestSources: ["ingest_grid_letter"],
    createdAt: "2026-03-19T08:15:00.000Z",
    updatedAt: "2026-03-19T08:15:00.000Z",
    lastReferencedAt: "2026-06-22T06:10:03.000Z",
  },
  {
    slug: "passenger-survey-spring",
    title: "Passenger survey, spring 2026",
    pageType: "source",
    bucket: "ideas",
    bucketSource: "user",
    summary:
      "612 answers from one week in April. Passengers love the quiet boat; 44 % would use sailings after 18:05, " +
      "and the cold windward queue at Saltmarsh Point is the most common complaint.",
    body: `# Passenger survey, spring 2026

Asked on board from Monday 20 to Sunday 26 April, on [[kestrel|Kestrel]] and [[gannet|Gannet]]. 612 usable answers.

## Main results

| Question | Kestrel | Gannet |
|---|---|---|
| Very satisfied with noise | 71 % | 18 % |
| Very satisfied with punctuality | 63 % | 49 % |
| Would recommend the crossing | 88 % | 74 % |

## What people wrote

- **Evening boats:** 44 % would use sailings after the 18:05, mostly on Fridays.
- **Shelter:** 97 comments about the windward queue at [[saltmarsh-point|Saltmarsh Point]].
- **Bicycles:** 20 places are full on the 08:10 and 08:35.

## Ideas worth a sum

An extra pair of sailings at 19:30 and 21:00 would need another 420 kWh, so a second long stop or a fresh boat.`,
    entities: ["Kestrel", "Gannet"],
    source: { channel: "upload", label: "Survey export (spreadsheet)" },
    ingestSources: ["ingest_passenger_survey"],
    createdAt: "2026-04-30T13:20:00.000Z",
    updatedAt: "2026-04-30T13:20:00.000Z",
    lastReferencedAt: "2026-06-09T12:44:27.000Z",
  },
  {
    slug: "lapwing-sea-trial-report",
    title: "Sea trial report: Lapwing",
    pageType: "source",
    bucket: "notes",
    summary:
      "Lapwing passed its sea trials of 13 to 15 May: 18 runs, 206 kWh per round trip, 15.2 knots at full power. " +
      "Two findings were to be closed before the first passenger.",
    body: `# Sea trial report: Lapwing

Trials from Wednesday 13 to Friday 15 May on the regular route, [[mill-quay|Mill Quay]] to
[[saltmarsh-point|Saltmarsh Point]], with 14 tonnes of water bags in place of 180 passengers.

## Measured in 18 runs

- Energy per round trip: 206 kWh (Kestrel on the same days: 210 kWh)
- Top speed: 15.2 knots
- Crash stop from 14 knots: 62 metres
- Noise in the cabin at 14 knots: 61 dB
- Arm connections: 18, all at the first try

## Findings

1. The port coolant sensor reads 4 °C high. Brackwater Yard replaces it.
2. The bow ramp alarm sounds when the ramp is locked. Software fix from Brackwater Yard.

Both must be closed before [[lapwing-entry-into-service|entry into service]]. The class surveyor accepted the rest
without remarks.`,
    entities: ["Lapwing", "Kestrel", "Brackwater Yard"],
    source: { channel: "upload", label: "Sea trial report (PDF)" },
    ingestSources: ["ingest_lapwing_sea_trial"],
    createdAt: "2026-05-18T10:55:00.000Z",
    updatedAt: "2026-05-18T10:55:00.000Z",
    lastReferencedAt: null,
  },
  {
    slug: "skippers-round-table-may",
    title: "Skippers' round table, 21 May",
    pageType: "source",
    bucket: "inbox",
    summary:
      "Seven skippers on ten weeks of charging in every turn: the arm works, the 9 minute turn is tight with " +
      "bicycles, and berth A needs a wind meter people can trust.",
    body: `# Skippers' round table, 21 May

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
3. A second lamp at eye level, about 300 euro.`,
    entities: ["Helmlog", "Mill Quay"],
    source: { channel: "chat", ref: "room_skippers", label: "Skippers' room" },
    ingestSources: ["ingest_skippers_round_table"],
    createdAt: "2026-05-22T06:45:00.000Z",
    updatedAt: "2026-05-22T06:45:00.000Z",
    lastReferencedAt: "2026-06-15T16:20:58.000Z",
  },
];
