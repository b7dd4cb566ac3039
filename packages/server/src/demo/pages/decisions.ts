import type { DemoPage } from "../demo-page.ts";

export const decisions: readonly DemoPage[] = [
  {
    slug: "opportunity-charging-at-mill-quay",
    title: "Decision: charge in every turn at Mill Quay",
    pageType: "decision",
    bucket: "projects",
    summary:
      "Taken on 6 March 2026: electric boats charge with the arm in every turn at Mill Quay, passengers aboard or " +
      "not. Doubles the electric round trips per boat and ends charging by cable.",
    body: `# Decision: charge in every turn at Mill Quay

Taken on 6 March 2026 by the operations board. In force since 9 March.

## Context

By cable, [[kestrel|Kestrel]] managed six round trips a day. The
[[charging-trial-report-february|February trial]] showed twelve in winter, with 95.8 % of connections made at
the first try.

## Choice

- Charge 7 minutes in every 9 minute turn at [[mill-quay|Mill Quay]].
- Charging with passengers aboard is allowed; the class society agreed on 3 March.
- Two long stops a day in winter, one in summer.

Rejected: a second cable (too slow), a bigger battery (190,000 euro and 18 passengers fewer).

## Consequences

1. [[overnight-charging-only]] no longer applies.
2. Crews follow [[charging-arm-procedure]].
3. The line depends on one arm: a spare gripper is kept at the quay, 26,000 euro.
4. More cycles per day; see [[battery-lifetime]].`,
    entities: ["Mill Quay", "Kestrel"],
    version: 4,
    ingestSources: ["ingest_charging_trial", "ingest_board_minutes_march"],
    createdAt: "2026-03-06T15:45:00.000Z",
    updatedAt: "2026-04-03T09:00:00.000Z",
    lastReferencedAt: "2026-06-19T13:22:37.000Z",
  },
  {
    slug: "overnight-charging-only",
    title: "Decision: no charging during service",
    pageType: "decision",
    bucket: "projects",
    summary:
      "Taken on 12 January 2026: charge overnight and in one midday layover only, never with passengers aboard. " +
      "Replaced on 6 March by charging in every turn.",
    body: `# Decision: no charging during service

**Replaced on 6 March 2026 by [[opportunity-charging-at-mill-quay]].**

## Context

In January the arm at [[mill-quay|Mill Quay]] was not yet approved, and the cable takes eight minutes to connect
and release. After two strained backs the crew council asked for a clear rule.

## Choice

- Overnight in the North Basin at 150 kW.
- One layover of two hours at noon, by cable at 350 kW: [[plug-in-by-hand]].
- No charging while passengers are aboard.

## Consequences

1. [[kestrel|Kestrel]] sails six round trips a day, the diesel boat eight.
2. 496 litres of diesel a day until the arm is approved.
3. Review after the arm trial in February.`,
    entities: ["Mill Quay", "North Basin"],
    status: "deprecated",
    version: 2,
    ingestSources: ["ingest_board_minutes_january"],
    createdAt: "2026-01-12T16:10:00.000Z",
    updatedAt: "2026-03-06T15:50:00.000Z",
    lastReferencedAt: "2026-03-06T15:50:00.000Z",
  },
  {
    slug: "petrel-spare-until-december",
    title: "Decision: Petrel stays as spare until December",
    pageType: "decision",
    bucket: "projects",
    summary:
      "Taken on 21 January 2026: the diesel ferry Petrel is kept as spare boat until 31 December 2026, on the " +
      "assumption that shore power at Saltmarsh Point starts in September.",
    body: `# Decision: Petrel stays as spare until December

Taken on 21 January 2026 by the operations board.

## Context

Two electric boats without a spare is a risk while both are new. Petrel (2003, 160 passengers, 11 knots) is ours and
certified until June 2027.

## Assumptions

- [[lapwing|Lapwing]] is in service on 13 April 2026, as in the [[lapwing-delivery-plan|delivery plan]].
- A charger runs at [[saltmarsh-point|Saltmarsh Point]] from September 2026.

## Choice

Keep Petrel until 31 December 2026, then sell. Rejected: chartering a spare at 1,900 euro a day.

## Consequences

1. 11,500 euro a month for berth, insurance and crew practice.
2. One practice run a month for each skipper.
3. Offer for sale from October.`,
    entities: ["Petrel"],
    status: "stale",
    version: 2,
    ingestSources: ["ingest_board_minutes_january"],
    createdAt: "2026-01-21T15:30:00.000Z",
    updatedAt: "2026-01-28T09:20:00.000Z",
    lastReferencedAt: "2026-06-10T13:55:18.000Z",
  },
  {
    slug: "petrel-spare-until-march",
    title: "Decision: Petrel stays as spare until March 2027",
    pageType: "decision",
    bucket: "projects",
    summary:
      "Taken on 10 June 2026: Petrel stays three months longer, until 31 March 2027, because Lapwing came late and " +
      "Saltmarsh Point has no charger before November. Costs 34,500 euro.",
    body: `# Decision: Petrel stays as spare until March 2027

Taken on 10 June 2026 by the operations board. Replaces [[petrel-spare-until-december]].

## Context

Both assumptions of January failed: [[lapwing|Lapwing]] entered service on 2 June instead of 13 April, and
[[saltmarsh-shore-power]] will not be ready before November. The coming winter is the first with two electric boats.

## Choice

Keep Petrel until 31 March 2027. Rejected:

- Sell in December as planned: no spare in the months with the most wind and ice.
- Keep until June 2027: the certificate runs out, and renewal costs 60,000 euro.

## Consequences

1. Three more months at 11,500 euro: 34,500 euro.
2. Practice runs go on, one a month for each skipper.
3. For sale from January 2027.
4. The end date of the [[electric-fleet-programme]] moves to 31 March 2027.`,
    entities: ["Petrel", "Lapwing"],
    version: 2,
    ingestSources: ["ingest_board_minutes_june"],
    createdAt: "2026-06-10T14:25:00.000Z",
    updatedAt: "2026-06-11T08:05:00.000Z",
    lastReferencedAt: "2026-06-24T12:03:29.000Z",
  },
  {
    slug: "reserve-of-twenty-percent",
    title: "Decision: a battery reserve of 20 %",
    pageType: "decision",
    bucket: "projects",
    bucketSource: "user",
    summary:
      "Taken on 29 January 2026: no electric boat leaves Mill Quay if it would come back below 20 % (252 kWh), " +
      "enough for one full winter round trip.",
    body: `# Decision: a battery reserve of 20 %

Taken on 29 January 2026 by the operations board with the harbour master.

## Context

How low may a boat run? The supplier allows 10 %. A tow from the outer channel takes 50 minutes to arrange, and in
a winter gale a boat may have to turn back within sight of [[saltmarsh-point|Saltmarsh Point]].

## Choice

No departure if the boat would come back below 20 % of 1,260 kWh, that is 252 kWh. This covers one winter round
trip of 248 kWh. Rejected: 15 % (does not cover it), 30 % (one lost charge would cancel a trip).

## Consequences

1. [[helmlog|Helmlog]] warns at 25 % and alarms at 20 %.
2. On alarm the boat stays at berth A of Mill Quay until it is back at 40 %, about 13 minutes.
3. The summer day ends at 30 %, see [[energy-per-crossing]]: 122 kWh in hand.`,
    entities: ["Mill Quay"],
    version: 3,
    ingestSources: ["ingest_board_minutes_january"],
    createdAt: "2026-01-29T15:00:00.000Z",
    updatedAt: "2026-04-13T07:10:00.000Z",
    lastReferencedAt: "2026-06-25T17:02:50.000Z",
  },
];
