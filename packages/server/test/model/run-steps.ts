import { isDeepStrictEqual } from "node:util";
import { createReferenceServer, type ReferenceServer, type State } from "@knowledge-base/server";
import { expect } from "vitest";
import type { OnChange } from "../../src/changes.ts";
import { type Call, modelRules, openSession, type Rules } from "./call.ts";
import { findBrokenInvariant } from "./invariants.ts";
import { beginning, createModelState, seed } from "./model-state.ts";
import { type CallResult, type ExpectedCall, type Opening, printProgram } from "./program.ts";
import type { Step } from "./step.ts";
import { copyServer, differences, lookAt, viewsOfCopy } from "./views.ts";

/** The server and the model that are compared. */
export interface Subject {
  readonly rules?: Rules;
  readonly wrap?: (server: ReferenceServer) => ReferenceServer;
  readonly opening?: Opening;
}

/** Thrown if a server differs from its model. The message contains a test that shows it. */
class Disagreement extends Error {
  constructor(program: string) {
    super(`The server does not do what it should. This test shows it:\n\n${program}`);
  }
}

/**
 * Executes the steps on a server and its model, and compares their outputs and their whole state after each step. It also
 * checks the promises of the specification, independently of the model.
 *
 * @throws {@link Disagreement}
 */
export async function runSteps(
  steps: readonly Step[],
  { rules = modelRules, wrap, opening }: Subject = {},
): Promise<ExpectedCall[]> {
  const stored = new Map<string, State>();
  const onChange: OnChange = ({ organizationId }) => {
    if (!created.snapshot().organizations.some(({ id }) => id === organizationId)) stored.delete(organizationId);
    else stored.set(organizationId, created.organization(organizationId).snapshot());
  };
  const created = createReferenceServer({ seed, clock: { now: () => Date.parse(beginning) }, onChange });
  void onChange({ organizationId: "org_north" });
  const variables = new Map<string, unknown>();
  const session = openSession(wrap?.(created) ?? created, variables);
  const modelState = createModelState();
  const before: ExpectedCall[] = [];

  async function check(call: Call): Promise<ExpectedCall> {
    const actual = await resultOf(() => call.run(session));
    const output = "value" in actual ? actual.value : undefined;
    const scope = { reach: undefined, output, variable: call.variable ?? "" };
    const expected = await resultOf(() => call.expect(modelState, rules, scope));
    if ("thrown" in expected) throw new Error(`The model fails: ${expected.thrown}`);
    const said = { call, expected };
    if (!agree(expected, actual, call.isPartial)) throw new Disagreement(printProgram(before, said, actual, opening));
    if ("value" in actual && call.variable !== undefined) variables.set(call.variable, actual.value);
    return said;
  }

  let sight = await lookAt(session, modelState);
  for (const step of steps) {
    const call = step(modelState);
    if (!call) continue;
    const said = await check(call);
    const next = await lookAt(session, modelState);
    before.push(said);
    for (const view of differences(next, modelState, rules)) await check(view);
    const broken = findBrokenInvariant(call.name, sight, next);
    if (broken !== undefined) {
      throw new Disagreement(printProgram(before.slice(0, -1), said, { thrown: broken }, opening));
    }
    sight = next;
  }
  const present = created.snapshot().organizations.map(({ id }) => [id, created.organization(id).snapshot()] as const);
  const last = before.at(-1);
  if (last && !isDeepStrictEqual(stored, new Map(present))) {
    throw new Disagreement(
      printProgram(before.slice(0, -1), last, { thrown: "onChange was not called for every change" }, opening),
    );
  }
  // A server without a key creates one.
  if (modelState.records.apiKeys.length === 0) return before;
  before.push(await check(copyServer));
  for (const view of viewsOfCopy(modelState)) await check(view);
  return before;
}

async function resultOf(run: () => unknown): Promise<CallResult> {
  try {
    return { value: await run() };
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    return typeof code === "string" ? { rejected: code } : { thrown: String(error) };
  }
}

function agree(expected: CallResult, actual: CallResult, isPartial = false): boolean {
  if (!("value" in expected) || !("value" in actual)) return isDeepStrictEqual(expected, actual);
  if (!isPartial && isDeepStrictEqual(expected.value, actual.value)) return true;
  try {
    if (isPartial) expect(actual.value).toMatchObject(expected.value as object);
    else expect(actual.value).toEqual(expected.value);
    return true;
  } catch {
    return false;
  }
}
