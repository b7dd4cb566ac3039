import { Failure } from "../http/failure.ts";
import type { Operation } from "./operation.ts";

export const unbindChannel: Operation = ({ database, rules }, { request, parameters: { bindingId }, findBrain }) => {
  const { id: brainId } = findBrain();
  const disconnected = database.run(rules.unbind, { bindingId, brainId }) > 0;
  if (!disconnected && rules.missingBindingFails) throw new Failure(404, "Binding not found");
  return rules.present.disconnect({ disconnected }, request);
};
