import {
  ControlError,
  type ControlProblem,
  createReferenceServer,
  type ReferenceServer,
  type ServerOrganization,
  type State,
} from "@knowledge-base/server";
import { expect } from "vitest";

// The value that a call returned, or the visible properties of the error that it threw.
type CallResult = { readonly value: unknown } | { readonly thrown: object };

/** Returns the result of a call. */
export async function captureResult(call: () => unknown): Promise<CallResult> {
  try {
    return { value: await call() };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return { thrown: Object.assign({ class: error.constructor, message: error.message }, error) };
  }
}

/** The records and the tools of a server or of an organization. */
export function partsOf({ snapshot, clock, faults, journal, deliveries }: ReferenceServer | ServerOrganization) {
  return [snapshot(), clock.status(), faults.list(), journal.entries(), deliveries.list()];
}

/** What the controls show of a server: all parts of it and of its organizations. */
export function visibleState(server: ReferenceServer): unknown {
  return [server, ...server.snapshot().organizations.map(({ id }) => server.organization(id))].map(partsOf);
}

/** Returns the rejection of a call by a control. The state of the server must be unchanged. */
export async function captureRejection(server: ReferenceServer, act: () => unknown) {
  const before = visibleState(server);
  const result = await captureResult(act);
  if ("value" in result) expect.fail(`It was not rejected, but returned ${JSON.stringify(result.value)}`);
  expect(visibleState(server)).toStrictEqual(before);
  expect(result.thrown).toMatchObject({ class: ControlError, name: "ControlError" });
  const { code, message, problems } = result.thrown as ControlError;
  expect(message).toMatch(/^Failed to [a-z].+: .+(\.|\n {2}.+)$/s);
  return { code, message, problems };
}

/** Returns the problems that a server reports for a seed; none if it takes the seed. */
export function findStateProblems(state: unknown): readonly ControlProblem[] {
  return findProblems(() => createReferenceServer({ seed: state as State }));
}

/** Returns the problems that a call reports; none if it returns. */
export function findProblems(call: () => unknown): readonly ControlProblem[] {
  try {
    call();
  } catch (error) {
    if (error instanceof ControlError) return error.problems;
    throw error;
  }
  return [];
}
