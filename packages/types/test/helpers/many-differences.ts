import { contract, indexEntrySchema, type Schema, type SchemaDrift } from "@knowledge-base/types";
import { sampleOf, samplePage } from "./samples.ts";

const { schema: listSchema } = contract["promptIndex.get"].success;
const { schema: page } = contract["pages.archive"].success;
const entry = sampleOf("IndexEntry");
const source = sampleOf("PageSourceRef");

const repeat = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
const wrong = repeat(1_000_000, 5);
const wrongLists = samplePage({ entities: wrong, backlinks: wrong, sources: wrong });
const wrongSources = samplePage({ sources: repeat(2000, { ...source, chunkUuids: repeat(500, 5) }) });
const frozen = { ...entry, status: "frozen", added: 1 };
const lateError = [...repeat(200_000, frozen), { ...entry, title: 5 }];
const manyFields = Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [`field${index}`, index]));

interface ManyDifferences {
  readonly what: string;
  readonly schema: Schema;
  readonly value: unknown;
  /** The difference that is found first. */
  readonly first: Partial<SchemaDrift>;
}

/** Values that differ from their schemas in hundreds of thousands of places. */
// biome-ignore format: one or two lines a row
export const manyDifferences: readonly ManyDifferences[] = [
  { what: "elements of another type", schema: listSchema, value: wrong, first: { kind: "wrong_type", path: [0] } },
  { what: "elements of lists of a page", schema: page, value: wrongLists, first: { kind: "wrong_type", path: ["entities", 0] } },
  { what: "elements of lists in a list", schema: page, value: wrongSources,
    first: { kind: "wrong_type", path: ["sources", 0, "chunkUuids", 0] } },
  { what: "elements without fields", schema: listSchema, value: repeat(1_000_000, {}),
    first: { kind: "missing_field", path: [0, "slug"] } },
  { what: "unknown values and fields before an error", schema: listSchema, value: lateError,
    first: { kind: "wrong_type", path: [200_000, "title"] } },
  { what: "unknown fields of one object", schema: indexEntrySchema, value: { ...entry, ...manyFields },
    first: { kind: "unknown_field", path: ["field0"] } },
];
