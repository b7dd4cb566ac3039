import type { Rule } from "./rule.ts";

/** Removes one binding and keeps its installation and the other bindings. Specification, section 4.6. */
export const bindingsUnbind: Rule<"bindings.unbind"> = {
  id: "bindings.unbind",
  run({ input, store, fail }) {
    const { brainId, bindingId } = input.params;
    if (!store.get("brains", brainId)) fail.notFound("Brain");
    const binding = store.get("bindings", brainId, bindingId) ?? fail.notFound("Binding");
    store.delete("bindings", binding);
    return { disconnected: true };
  },
};
