import type { Rule } from "./rule.ts";

/** Changes the flags in the body and keeps the others. Specification, section 4.1. */
export const bindingsUpdate: Rule<"bindings.update"> = {
  id: "bindings.update",
  run({ input, store, fail }) {
    const { brainId, bindingId } = input.params;
    if (!store.get("brains", brainId)) fail.notFound("Brain");
    const binding = store.get("bindings", brainId, bindingId) ?? fail.notFound("Binding");
    const { notifyBriefs = binding.notifyBriefs, notifyConnections = binding.notifyConnections } = input.body;
    const { notifyChanges = binding.notifyChanges } = input.body;
    const updated = { ...binding, notifyBriefs, notifyConnections, notifyChanges };
    store.put("bindings", updated);
    return updated;
  },
};
