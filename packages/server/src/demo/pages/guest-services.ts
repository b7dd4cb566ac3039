import type { DemoPage } from "../demo-page.ts";

export const guestServices: readonly DemoPage[] = [
  {
    slug: "refunds-and-delays",
    title: "Refunds and delays",
    pageType: "topic",
    bucket: "notes",
    summary:
      "What guests get back when a boat is late or cancelled: half the fare from 20 minutes, all of it from 40. " +
      "Refund on the spot at the desk, no form below 10 euro.",
    body: `# Refunds and delays

A single costs 3.20 euro, a day ticket 7.50 euro.

| Late by | We pay back |
|---|---|
| under 20 minutes | nothing, but we say sorry |
| 20 to 39 minutes | half the fare |
| 40 minutes or cancelled | the full fare |

## At the desk

1. Check the departure on the control room screen at Mill Quay.
2. Refund below 10 euro on the spot; above that, send the form to the back office.
3. After the last boat (18:05 from Mill Quay, 18:29 from Saltmarsh Point) offer the replacement bus or a taxi voucher
   of 25 euro.

Fog and wind count like any other cause. Guests with a wheelchair get the taxi first, see
[[boarding-with-wheels]].`,
    entities: ["Mill Quay", "Saltmarsh Point"],
    pinned: true,
    version: 5,
    ingestSources: ["ingest_fare_rules"],
    createdAt: "2026-02-03T09:00:00.000Z",
    updatedAt: "2026-06-03T08:20:00.000Z",
    lastReferencedAt: "2026-06-25T18:12:40.000Z",
  },
  {
    slug: "boarding-with-wheels",
    title: "Boarding with wheelchairs, prams and bicycles",
    pageType: "topic",
    bucket: "notes",
    summary:
      "Who boards when and where on Kestrel and Lapwing: wheelchairs first by the bow ramp, then prams, bicycles " +
      "by the aft ramp up to twenty per boat.",
    body: `# Boarding with wheelchairs, prams and bicycles

Applies to Kestrel and Lapwing, 180 passengers each.

## Order

1. Wheelchairs by the bow ramp, four marked places.
2. Prams and walking frames.
3. Everyone else.
4. Bicycles by the aft ramp, at most 20. A trial from 1 July lets them board first.

## Ramp slope

- Up to 1 in 12: no help needed.
- Steeper, at low tide at Saltmarsh Point: two crew walk along. About three days a month.

## When we cannot take someone

Offer the next boat, 25 minutes later, and a free ticket. If a wheelchair place was the problem, the rules in
[[refunds-and-delays]] for a cancelled boat apply.

Blind guests ask to hear the boat come in; that is why we have [[arrival-chime]].`,
    entities: ["Kestrel", "Lapwing", "Saltmarsh Point"],
    version: 4,
    source: { channel: "upload", label: "Boarding guide (PDF)" },
    ingestSources: ["ingest_boarding_guide"],
    createdAt: "2026-02-17T10:40:00.000Z",
    updatedAt: "2026-06-18T13:00:00.000Z",
    lastReferencedAt: "2026-06-23T09:48:15.000Z",
  },
  {
    slug: "arrival-chime",
    title: "Decision: an arrival chime for the quiet boats",
    pageType: "decision",
    bucket: "projects",
    bucketSource: "user",
    summary:
      "Taken on 20 May 2026: the electric boats sound a soft two-note chime 60 metres off the berth, since blind " +
      "and dozing guests kept missing them. Silent before 07:00.",
    body: `# Decision: an arrival chime for the quiet boats

Taken on 20 May 2026 by guest services, agreed with operations.

## Context

Nobody hears Kestrel arrive. Between February and April the desk logged 23 guests who missed a boat while standing
on the quay, four of them blind.

## Choice

- Two soft notes, 60 metres off the berth, 55 dB at the queue.
- Same chime on Lapwing from her first day, 2 June.
- Silent before 07:00, for the neighbours.

Rejected: a loudspeaker voice (three languages take 14 seconds), a flashing lamp (no help to blind guests).

## Consequences

1. 2,100 euro per boat.
2. The boarding page mentions it: [[boarding-with-wheels]].
3. Count the missed boats again in August.`,
    entities: ["Kestrel", "Lapwing"],
    version: 2,
    ingestSources: ["ingest_desk_log"],
    createdAt: "2026-05-20T14:15:00.000Z",
    updatedAt: "2026-06-05T09:35:00.000Z",
    lastReferencedAt: null,
  },
];
