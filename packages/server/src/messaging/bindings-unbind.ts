import { contract } from "@knowledge-base/types";
import { implementService } from "../http/implementation.ts";

/** Removes one binding and keeps its installation and the other bindings. Specification, section 4.6. */
export const bindingsUnbind = implementService(contract["bindings.unbind"], ({ input, store, fail }) => {
  const { brainId, bindingId } = input;
  if (!store.get("brains", brainId)) fail.notFound("Brain");
  const binding = store.get("bindings", brainId, bindingId) ?? fail.notFound("Binding");
  store.delete("bindings", binding);
  return { disconnected: true };
});
