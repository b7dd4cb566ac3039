import { contract } from "@knowledge-base/types";
import { implementService } from "../http/implementation.ts";

/** Changes the flags in the body and keeps the others. Specification, section 4.1. */
export const bindingsUpdate = implementService(contract["bindings.update"], ({ input, store, fail }) => {
  const { brainId, bindingId } = input;
  if (!store.get("brains", brainId)) fail.notFound("Brain");
  const binding = store.get("bindings", brainId, bindingId) ?? fail.notFound("Binding");
  const { notifyBriefs = binding.notifyBriefs, notifyConnections = binding.notifyConnections } = input;
  const { notifyChanges = binding.notifyChanges } = input;
  const updated = { ...binding, notifyBriefs, notifyConnections, notifyChanges };
  store.put("bindings", updated);
  return updated;
});
