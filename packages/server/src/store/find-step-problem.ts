import { formatIssue, parseSync, showValue } from "@knowledge-base/types/internal";
import { type Fields, isFields } from "./fields.ts";
import { arrayNames, recordSchemas, type StateArrays } from "./state-schemas.ts";
import type { Store } from "./store.ts";

/** Returns why a step of a change cannot be carried out, if it cannot: it may have been stored and read again. */
export function findStepProblem(step: unknown, store: Store): string | undefined {
  if (!isFields(step)) return `must be an object (got ${showValue(step)})`;
  const { action, array, organizationId, record } = step as Readonly<Record<string, unknown>>;
  if (action === "clear" && organizationId === undefined) return undefined;
  if (typeof organizationId !== "string")
    return `must have the id of an organization (got ${showValue(organizationId)})`;
  if (action === "clear") return undefined;
  if (action !== "put" && action !== "delete") return `must put, delete or clear (got ${showValue(action)})`;
  if (!isArrayName(array)) return `must have one of the arrays ${arrayNames.join(", ")} (got ${showValue(array)})`;
  if (!isFields(record)) return `must have a record (got ${showValue(record)})`;
  return action === "put" ? findPutProblem(array, record, organizationId, store) : undefined;
}

function isArrayName(name: unknown): name is keyof StateArrays {
  return arrayNames.includes(name as keyof StateArrays);
}

function findPutProblem(
  array: keyof StateArrays,
  record: Fields,
  organizationId: string,
  store: Store,
): string | undefined {
  const validation = parseSync(recordSchemas[array], record);
  const [issue] = validation.ok ? [] : validation.issues;
  if (issue) return `must have a valid record: ${formatIssue(issue, "it")}`;
  if (array === "organizations") return undefined;
  const organization = store.organizations.get(organizationId);
  const missing = (kind: string, id: unknown) => `puts a record into ${kind} ${showValue(id)}, which does not exist`;
  if (!organization) return missing("organization", organizationId);
  const { brainId, installationId } = record as { readonly brainId?: string; readonly installationId?: string };
  if (brainId !== undefined && !organization.brains.has(brainId)) return missing("brain", brainId);
  const hasInstallation = installationId === undefined || organization.installations.has(installationId);
  return hasInstallation ? undefined : missing("installation", installationId);
}
