import type { CaseNeeds } from "./case-needs.ts";
import type { Target } from "./target.ts";

/** Returns everything that a target lacks of what a case needs, or undefined if it lacks nothing. */
export function findMissingNeeds(needs: CaseNeeds, target: Target): CaseNeeds | undefined {
  const records = needs.records?.filter((name) => target.records?.[name] === undefined) ?? [];
  const controls = needs.controls?.filter((name) => target.controls?.[name] === undefined) ?? [];
  const write = needs.write === true && target.write !== true;
  if (!write && records.length === 0 && controls.length === 0) return undefined;
  return {
    ...(write && { write }),
    ...(records.length > 0 && { records }),
    ...(controls.length > 0 && { controls }),
  };
}
