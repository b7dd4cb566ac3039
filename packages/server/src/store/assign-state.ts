import { type Fields, isFields } from "./fields.ts";
import { ProblemList } from "./problem-list.ts";
import { arrayNames, type StateArrays } from "./state-schemas.ts";
import { createStateError, readEnvelope } from "./validate-state.ts";

/**
 * Returns a state whose records belong to one organization, whatever organization they name. Values that are not valid stay as
 * they are, so that the validation reports them.
 *
 * @throws {@link StateError} if the value is not an object, or the records belong to several organizations
 */
export function assignState(candidate: unknown, organizationId: string): Fields {
  const state = readEnvelope(candidate);
  rejectSeveralOrganizations(state);
  const assigned: Record<string, unknown> = { ...state };
  for (const name of arrayNames) {
    const records = state[name];
    if (Array.isArray(records)) assigned[name] = records.map((record) => assignRecord(name, record, organizationId));
  }
  return assigned;
}

/** Arrays whose records may leave out their organization. */
const optionalOwner: readonly (keyof StateArrays)[] = ["pages", "channels", "bindings"];

function ownerField(name: keyof StateArrays): "id" | "organizationId" {
  return name === "organizations" ? "id" : "organizationId";
}

function assignRecord(name: keyof StateArrays, record: unknown, organizationId: string): unknown {
  if (!isFields(record)) return record;
  const field = ownerField(name);
  const isValid = typeof record[field] === "string" || (record[field] === undefined && optionalOwner.includes(name));
  return isValid ? { ...record, [field]: organizationId } : record;
}

const secondOrganization =
  "belongs to a second organization: load the records of one organization, or load the state into the whole server";

function rejectSeveralOrganizations(state: Fields): void {
  const problems = new ProblemList();
  let first: string | undefined;
  for (const name of arrayNames) {
    const field = ownerField(name);
    const records: unknown = state[name];
    for (const [index, record] of Array.isArray(records) ? records.entries() : []) {
      const named = isFields(record) ? record[field] : undefined;
      if (typeof named !== "string") continue;
      first ??= named;
      if (named === first) continue;
      problems.add([name, index, field], secondOrganization);
    }
  }
  if (problems.count > 0) throw createStateError(problems);
}
