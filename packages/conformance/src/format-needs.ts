import type { CaseNeeds } from "./case-needs.ts";

/** Returns needs as text, such as `--write, the record slug and the controls notify and restorePage`. Empty if there are none. */
export function formatNeeds({ write, records = [], controls = [] }: CaseNeeds): string {
  return joinWords([
    ...(write ? ["--write"] : []),
    ...formatNames("record", records),
    ...formatNames("control", controls),
  ]);
}

function formatNames(noun: string, names: readonly string[]): string[] {
  return names.length === 0 ? [] : [`the ${noun}${names.length === 1 ? "" : "s"} ${joinWords(names)}`];
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} and ${last}`;
}
