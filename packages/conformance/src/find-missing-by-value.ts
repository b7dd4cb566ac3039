import type { MissingNeed } from "./missing-need.ts";
import type { ConformanceResult } from "./report.ts";

/** Returns everything that is missing, that which enables most cases first. */
export function findMissingByValue(results: readonly ConformanceResult[]): MissingNeed[] {
  const lacks = results.flatMap((result) => {
    const needs = listNeeds(result);
    return needs.map((need) => ({ ...need, id: result.id, isOnly: needs.length === 1 }));
  });
  return Array.from(Map.groupBy(lacks, ({ kind, name }) => `${kind} ${name}`).values())
    .flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const idsOf = (isOnly: boolean) => group.filter((lack) => lack.isOnly === isOnly).map(({ id }) => id);
      return [{ kind: first.kind, name: first.name, enables: idsOf(true), helps: idsOf(false) }];
    })
    .toSorted((left, right) => right.enables.length - left.enables.length || right.helps.length - left.helps.length);
}

function listNeeds({ missing }: ConformanceResult): Pick<MissingNeed, "kind" | "name">[] {
  if (!missing) return [];
  const { write, records = [], controls = [] } = missing;
  return [
    ...(write ? [{ kind: "write" as const, name: "write" }] : []),
    ...records.map((name) => ({ kind: "record" as const, name })),
    ...controls.map((name) => ({ kind: "control" as const, name })),
  ];
}
