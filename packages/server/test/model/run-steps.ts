import { isDeepStrictEqual } from "node:util";
import { createReferenceServer, type State } from "@knowledge-base/server";
import type { OnChange } from "../../src/changes.ts";
import { type Call, literal, modelRules, openSession, type Step } from "./call.ts";
import { beginning, createModelState, seed } from "./model-state.ts";
import { findBrokenInvariant, findDifference, isEqual, lookAt } from "./views.ts";

/** The result of a call: a value, a rejection with its code, or another error. */
type CallResult = { readonly value: unknown } | { readonly rejected: string } | { readonly thrown: string };

/** A call that was made, and its result. */
export interface MadeCall {
  readonly call: Call;
  readonly result: CallResult;
}

/**
 * Executes the steps on a server and its model, and compares their outputs and their whole state after each step. It also
 * checks the promises of the specification, independently of the model.
 *
 * @throws Error with the calls that show that the server does not do what it should
 */
export async function runSteps(steps: readonly Step[]): Promise<MadeCall[]> {
  const stored = new Map<string, State>();
  const onChange: OnChange = ({ organizationId }) => {
    if (!server.snapshot().organizations.some(({ id }) => id === organizationId)) stored.delete(organizationId);
    else stored.set(organizationId, server.organization(organizationId).snapshot());
  };
  const server = createReferenceServer({ seed, clock: { now: () => Date.parse(beginning) }, onChange });
  void onChange({ organizationId: "org_north" });
  const variables = new Map<string, unknown>();
  const session = openSession(server, variables);
  const modelState = createModelState();
  const made: MadeCall[] = [];

  function fail(problem: string, details: object = {}): never {
    const calls = made.map(({ call: { code, variable } }) => (variable ? `const ${variable} = ${code};` : `${code};`));
    throw new Error(`${problem}: ${literal(details)}\n\n${calls.join("\n")}`);
  }

  async function make(call: Call): Promise<void> {
    const result = await resultOf(() => call.run(session));
    made.push({ call, result });
    const output = "value" in result ? result.value : undefined;
    const scope = { reach: undefined, output, variable: call.variable ?? "" };
    const expected = await resultOf(() => call.expect(modelState, modelRules, scope));
    if ("thrown" in expected) fail("The model fails", expected);
    const isRight =
      "value" in expected && "value" in result
        ? isEqual(result.value, expected.value, call.isPartial)
        : isDeepStrictEqual(result, expected);
    if (!isRight) fail("The last call has another result", { result, expected });
    if ("value" in result && call.variable !== undefined) variables.set(call.variable, result.value);
  }

  let sight = await lookAt(server, modelState);
  for (const step of steps) {
    const call = step(modelState);
    if (!call) continue;
    await make(call);
    const next = await lookAt(server, modelState);
    const difference = findDifference(next, modelState, modelRules);
    if (difference) fail("The state differs after the last call", difference);
    const broken = findBrokenInvariant(call.name, sight, next);
    if (broken !== undefined) fail(broken);
    sight = next;
  }
  const present = server.snapshot().organizations.map(({ id }) => [id, server.organization(id).snapshot()] as const);
  if (!isDeepStrictEqual(stored, new Map(present))) fail("onChange was not called for every change");
  // A server without a key creates one.
  if (modelState.records.apiKeys.length === 0) return made;
  const copy = createReferenceServer({ seed: JSON.parse(JSON.stringify(server.snapshot())) });
  const { deliveries } = sight;
  const difference = findDifference({ ...(await lookAt(copy, modelState)), deliveries }, modelState, modelRules);
  if (difference) fail("A server with a copy of the snapshot differs", difference);
  return made;
}

async function resultOf(run: () => unknown): Promise<CallResult> {
  try {
    return { value: await run() };
  } catch (error) {
    const { code } = Object(error) as { readonly code?: unknown };
    return typeof code === "string" ? { rejected: code } : { thrown: String(error) };
  }
}
