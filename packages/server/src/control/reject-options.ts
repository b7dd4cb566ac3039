import { ControlError } from "./control-error.ts";

/**
 * Rejects options of a method of the whole server, which would be ignored: only the same method of an organization has options.
 * Any other second argument is ignored, so that the method can be passed to `forEach`.
 *
 * @param goal - what the method does, such as `add records`
 * @throws {@link ControlError} `invalid_input`
 */
export function rejectOptions(goal: string, options: unknown): void {
  if (typeof options !== "object") return;
  const message = "must not be given: only server.organization(id) has methods with options";
  throw new ControlError("invalid_input", `Failed to ${goal}: options ${message}.`, [{ path: "options", message }]);
}
