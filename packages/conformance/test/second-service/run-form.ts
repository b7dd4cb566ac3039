import { setTimeout } from "node:timers/promises";
import {
  type ConformanceReport,
  runConformance,
  type Setup,
  type Target,
  TargetError,
} from "@knowledge-base/conformance";
import { type CreatedRecord, changePage, createControls, createRecords } from "./admin.ts";
import type { RuleChange } from "./mutant.ts";
import { plannedRecords } from "./records.ts";
import { createSecondService, type SecondService } from "./service.ts";

/**
 * What a run is given: only the base URL and a key; also records; also the permission to change them; or also a setup with
 * every control and a reset.
 */
export const forms = ["bare", "readOnly", "write", "full"] as const;

type Form = (typeof forms)[number];

/** Runs the suite in a form against a service of its own. */
export async function runForm(form: Form, changes: readonly RuleChange[] = []): Promise<ConformanceReport> {
  using service = createSecondService(changes);
  const { baseUrl, fetch, rules } = service;
  const { apiKey } = createRecords(service, {
    organization: ["organizations", {}],
    apiKey: ["keys", { organizationId: "$organization" }],
  });
  const target: Target = { baseUrl, apiKey: apiKey.id, fetch, eventual: 5 * rules.delayMs };
  const setup = createSetup(service);
  if (form === "bare") return await runConformance(target);
  if (form === "full") return await runConformance({ ...target, setup, write: true }, { strict: true });
  const recordsOnly: Setup = async (context) => {
    const { controls, reset, ...records } = await setup(context);
    return records;
  };
  return await runConformance({ ...target, setup: recordsOnly, write: form === "write" });
}

/**
 * Runs the suite, and returns the cases that a valid service must not have: `failed` and `error`, or `stopped` for a run
 * that did not begin. A mutant is found if a case `failed`.
 */
export async function findProblems(form: Form, changes: readonly RuleChange[] = []): Promise<string[]> {
  try {
    const { results } = await runForm(form, changes);
    const problems = results.filter(({ status }) => status === "failed" || status === "error");
    return problems.map(({ status, id, message }) => `${status} ${id}: ${message}`);
  } catch (error) {
    if (error instanceof TargetError) return [`stopped: ${error.message}`];
    throw error;
  }
}

type Created = Readonly<Record<keyof typeof plannedRecords, CreatedRecord>>;

function createSetup(service: SecondService): Setup {
  const { database, clock, rules } = service;
  const waitForLists = async () => {
    if (rules.delayMs > 0) await setTimeout(rules.delayMs + 100);
  };
  return async () => {
    const created = createRecords(service, plannedRecords);
    const deletedApiKey = await createDeletedKey(service, created);
    prepare(service, created);
    database.save();
    await waitForLists();
    return {
      apiKey: created.apiKey.id,
      records: { ...nameRecords(created), deletedApiKey },
      controls: createControls(service),
      reset: () => {
        clock.offsetMs = 0;
        database.restore();
        return waitForLists();
      },
      remove: () => database.run("DELETE FROM organizations"),
    };
  };
}

// Makes changes that records have behind them when a case begins.
function prepare(service: SecondService, created: Created): void {
  service.database.run(service.rules.setBindingStatus, { id: created.disabledBindingId.id, status: "disabled" });
  const brainId = created.brainId.id;
  // The page gets a former version.
  changePage(service, service.rules.edit, { brainId, slug: created.slug.slug }, { title: "Overview" });
  try {
    createRecords(service, { twin: ["pages", { brainId, title: "Roadmap" }] });
  } catch {
    // The slug of this title is in use.
  }
}

async function createDeletedKey(service: SecondService, { organization, brainId }: Created): Promise<string> {
  const { key } = createRecords(service, { key: ["keys", { organizationId: organization.id }] });
  const url = `${service.baseUrl}/v1/brains/${encodeURIComponent(brainId.id)}/index`;
  await (await service.fetch(url, { headers: { "x-api-key": key.id } })).arrayBuffer();
  service.database.run("DELETE FROM keys WHERE id = :id", { id: key.id });
  return key.id;
}

// Returns what the suite knows about records: of pages their slug, of others their id.
function nameRecords(created: Created) {
  const known = Object.entries(created).filter(([name]) => /(Id|ApiKey|slug|Slug)$/.test(name));
  return {
    ...Object.fromEntries(known.map(([name, { id, slug }]) => [name, /slug$/i.test(name) ? slug : id])),
    memberChannelId: created.publicChannelId.id,
    sameChannelBindingId: created.secondBrainBindingId.id,
    teamId: "T1",
  };
}
