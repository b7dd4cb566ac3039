import { setTimeout } from "node:timers/promises";
import {
  type CaseStatus,
  type ConformanceReport,
  runConformance,
  type Setup,
  type Target,
  TargetError,
} from "@knowledge-base/conformance";
import { createActions, createRecord } from "./admin.ts";
import type { RuleChange } from "./mutant.ts";
import { createSuiteRecords } from "./records.ts";
import { createSecondService, type SecondService } from "./service.ts";

/**
 * What a run is given: only the base URL and a key; also records; also the permission to change them; or also a setup with
 * every action and a reset.
 */
export const forms = ["bare", "readOnly", "write", "full"] as const;

type Form = (typeof forms)[number];

/** Runs the suite in a form against a service of its own. */
export async function runForm(form: Form, changes: readonly RuleChange[] = []): Promise<ConformanceReport> {
  using service = createSecondService(changes);
  const { baseUrl, fetch, rules } = service;
  const { id: organizationId } = createRecord(service, "organizations", {});
  const { id: apiKey } = createRecord(service, "keys", { organizationId });
  const target: Target = { baseUrl, apiKey, fetch, eventual: 5 * rules.delayMs };
  const setup = createSetup(service);
  if (form === "bare") return await runConformance(target);
  if (form === "full") return await runConformance({ ...target, setup, write: true }, { strict: true });
  const recordsOnly: Setup = async (context) => {
    const { actions, reset, ...records } = await setup(context);
    return records;
  };
  return await runConformance({ ...target, setup: recordsOnly, write: form === "write" });
}

/** A case that failed or wasn't completed, or the reason for which no run began. */
export interface Problem {
  readonly status: CaseStatus | "stopped";
  readonly text: string;
}

/** Runs the suite, and returns what a valid service must not have. A mutant is found if a case `failed`. */
export async function findProblems(form: Form, changes: readonly RuleChange[] = []): Promise<Problem[]> {
  try {
    const { results } = await runForm(form, changes);
    const problems = results.filter(({ status }) => status === "failed" || status === "error");
    return problems.map(({ status, id, message }) => ({ status, text: `${id}: ${message}` }));
  } catch (error) {
    if (error instanceof TargetError) return [{ status: "stopped", text: error.message }];
    throw error;
  }
}

// Records, actions, and a reset.
function createSetup(service: SecondService): Setup {
  const { database, clock, rules } = service;
  const waitForLists = async () => {
    if (rules.delayMs > 0) await setTimeout(rules.delayMs + 100);
  };
  return async () => {
    const created = await createSuiteRecords(service);
    database.save();
    await waitForLists();
    return {
      ...created,
      actions: createActions(service),
      reset: () => {
        clock.offsetMs = 0;
        database.restore();
        return waitForLists();
      },
      remove: () => database.run("DELETE FROM organizations"),
    };
  };
}
