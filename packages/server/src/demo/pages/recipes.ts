import type { DemoPage } from "../demo-page.ts";

export const recipes: readonly DemoPage[] = [
  {
    slug: "country-loaf",
    title: "Country loaf, 900 g",
    pageType: "topic",
    bucket: "notes",
    summary:
      "Our best seller: a wheat and rye sourdough at 72 % hydration, shaped in the evening and baked at five. The " +
      "table is for 40 loaves from one mixer load.",
    body: `# Country loaf, 900 g

One mixer load gives 40 loaves of about 1,020 g dough, 900 g baked. Shares are of the flour.

| Ingredient | Share | Weight |
|---|---|---|
| Wheat flour | 85 % | 17.85 kg |
| Wholemeal rye | 15 % | 3.15 kg |
| Water | 72 % | 15.12 kg |
| [[rye-starter]] | 20 % | 4.20 kg |
| Salt | 2 % | 0.42 kg |

## Day plan

1. 14:00 mix flour and water, rest 40 minutes.
2. 14:40 add starter and salt, 6 minutes slow.
3. Three folds, 45 minutes apart, at 25 °C.
4. 18:30 divide and shape; cold room at 5 °C.
5. 05:00 bake in the deck oven: 250 °C with steam, then 220 °C, 42 minutes in all.

Weak flour in spring? See [[flour-from-one-mill]].`,
    entities: ["Country loaf"],
    pinned: true,
    version: 8,
    ingestSources: ["ingest_recipe_cards"],
    createdAt: "2026-01-12T05:30:00.000Z",
    updatedAt: "2026-05-04T12:10:00.000Z",
    lastReferencedAt: "2026-06-26T03:05:00.000Z",
  },
  {
    slug: "rye-starter",
    title: "Rye starter",
    pageType: "entity",
    bucket: "notes",
    summary:
      "The starter behind every sourdough in the shop: fed twice a day, 100 % hydration, kept at 26 °C. What it " +
      "should smell like, and what to do when it does not.",
    body: `# Rye starter

Wholemeal rye and water in equal weight, alive since 2011. Lives in the blue tub next to the deck oven.

## Feeding

| Time | Starter | Rye | Water | Gives |
|---|---|---|---|---|
| 20:00 | 0.10 kg | 0.30 kg | 0.30 kg at 22 °C | 0.70 kg |
| 08:00 | 0.70 kg | 2.10 kg | 2.10 kg at 30 °C | 4.90 kg |

At its peak, around 14:00, take 4.20 kg for the dough. 0.10 kg goes into the evening feed, the rest into crackers.

## Signs

- **Good:** smells of apple and yoghurt, domed, doubles in six hours.
- **Sour and flat:** feed 1 to 5 to 5 for two days.
- **Nail varnish:** hungry. Feed at once, keep it cooler.
- **Pink or orange:** throw it away and thaw the reserve from the freezer.

Main use: [[country-loaf|country loaf]].`,
    entities: ["Rye starter"],
    version: 6,
    ingestSources: ["ingest_recipe_cards"],
    createdAt: "2026-01-12T05:45:00.000Z",
    updatedAt: "2026-03-30T11:20:00.000Z",
    lastReferencedAt: "2026-06-25T18:40:21.000Z",
  },
  {
    slug: "cardamom-buns",
    title: "Cardamom buns with crème pâtissière",
    pageType: "topic",
    bucket: "ideas",
    bucketSource: "user",
    summary:
      "Saturday bun on trial: soft knot with fresh cardamom and a spoon of crème pâtissière. Sells out by ten; the " +
      "open question is whether it fits in on weekdays.",
    body: `# Cardamom buns with crème pâtissière

Trial on Saturdays since 16 May. 60 buns of 85 g.

## Dough

- 2.5 kg wheat flour, 1.4 kg milk, 400 g butter, 350 g sugar
- 375 g egg, 75 g fresh yeast, 25 g salt, 40 g cardamom, ground the same morning

## Method

1. Knead 12 minutes, butter last; dough at 24 °C.
2. Overnight at 5 °C.
3. Roll to 5 mm, fold in three, cut strips, knot.
4. Proof 75 minutes, press a well, add 15 g crème pâtissière.
5. Bake at 205 °C for 13 minutes; glaze at once.

## Results so far

| Saturday | Sold out at |
|---|---|
| 16 May | 11:20 |
| 6 June | 10:05 |
| 20 June | 09:50 |

On weekdays the deck oven is taken by the [[country-loaf|country loaf]] until 06:30.`,
    entities: ["crème pâtissière"],
    version: 3,
    source: { channel: "chat", ref: "room_bakehouse", label: "Bakehouse room" },
    ingestSources: ["ingest_bakehouse_room"],
    createdAt: "2026-05-18T09:15:00.000Z",
    updatedAt: "2026-06-22T10:30:00.000Z",
    lastReferencedAt: "2026-06-22T10:30:00.000Z",
  },
  {
    slug: "flour-from-one-mill",
    title: "Decision: all wheat flour from one mill",
    pageType: "decision",
    bucket: "projects",
    summary:
      "Taken on 27 April 2026: all wheat flour comes from Fernlow Mill, at 4 cents more per kilo, because the " +
      "protein of the mixed deliveries swung from 10.8 to 12.6 %.",
    body: `# Decision: all wheat flour from one mill

Taken on 27 April 2026 by the head baker and the shop manager.

## Context

From February to April we bought from three mills. Protein swung between 10.8 and 12.6 %, and one batch of the
[[country-loaf|country loaf]] in nine came out flat.

## Choice

Fernlow Mill only: 12.0 % with half a point either way, a test sheet with each delivery, 0.78 instead of
0.74 euro per kilo. Rejected: blending ourselves (no room for a second silo).

## Consequences

1. About 1,200 kg a month, so 48 euro more.
2. Flat batches since: none in 52.
3. If the mill stops, the old supplier delivers within three days; two weeks of stock stay in the store.

The [[rye-starter|rye starter]] is not affected: its rye comes from elsewhere.`,
    entities: ["Fernlow Mill"],
    version: 2,
    ingestSources: ["ingest_delivery_sheets"],
    createdAt: "2026-04-27T13:00:00.000Z",
    updatedAt: "2026-06-19T08:45:00.000Z",
    lastReferencedAt: "2026-06-20T05:12:08.000Z",
  },
];
