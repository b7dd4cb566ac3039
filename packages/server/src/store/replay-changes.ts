import { showValue } from "@knowledge-base/types/internal";
import { redactFailure } from "../redact-failure.ts";
import { isFields } from "./fields.ts";
import { findStepProblem } from "./find-step-problem.ts";
import { redactStateErrors } from "./redact-state-errors.ts";
import type { State } from "./state.ts";
import type { StateChange } from "./state-change.ts";
import type { StateInput } from "./state-input.ts";
import { Store } from "./store.ts";

/**
 * Returns the state of a server after changes: the snapshot that the server itself would return.
 *
 * @param state - state before the first of the changes, such as a snapshot of the new server
 * @param changes - changes in their order; one that was received twice is used once
 * @throws {@link StateError} if the state is invalid
 * @throws RangeError if a change is missing, or one puts a record into an organization, a brain or an installation that does
 * not exist
 * @throws TypeError if a change is not one that `onChange` receives
 *
 * @example
 * ```ts
 * import { createReferenceServer, replayChanges, type StateChange } from "@knowledge-base/server";
 *
 * const changes: StateChange[] = [];
 * const server = createReferenceServer({ onChange: (change) => void changes.push(change) });
 * const before = server.snapshot();
 * server.control.brains.create({ name: "Fjord" });
 * console.log(replayChanges(before, changes).brains[0]?.name); // Fjord
 * ```
 */
export function replayChanges(state: StateInput, changes: Iterable<StateChange>): Required<State> {
  const store = new Store();
  redactStateErrors(state, store.apiKeys, () => store.add(state));
  if (typeof Object(changes)[Symbol.iterator] !== "function") {
    throw new TypeError(
      `${failure}: the changes must be an array, or can be iterated over (got ${showValue(changes)}).`,
    );
  }
  let previous: number | undefined;
  for (const change of changes) {
    const { sequence, steps } = readChange(change);
    if (previous !== undefined && sequence <= previous) continue;
    if (previous !== undefined && sequence > previous + 1) {
      throw new RangeError(`${failure}: change ${previous + 1} is missing before change ${sequence}.`);
    }
    for (const [index, step] of steps.entries()) {
      const problem = findStepProblem(step, store);
      if (problem !== undefined) {
        throw new RangeError(
          `${failure}: step ${index + 1} of change ${sequence} ${redactFailure(problem, store.apiKeys)}. ${advice}`,
        );
      }
      store.apply(step);
    }
    previous = sequence;
  }
  return store.snapshot();
}

const failure = "Failed to replay changes";
const advice =
  "Begin with the snapshot that was taken before the first change, and pass every change as onChange received it.";

function readChange(change: unknown): StateChange {
  const { sequence, steps } = (isFields(change) ? change : {}) as Partial<StateChange>;
  if (Number.isSafeInteger(sequence) && Array.isArray(steps)) return change as StateChange;
  throw new TypeError(
    `${failure}: a change must be an object with a number as its sequence and with steps (got ${showValue(change)}).`,
  );
}
