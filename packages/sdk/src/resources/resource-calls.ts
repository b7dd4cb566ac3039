import type { Call } from "../call/create-call.ts";

/**
 * The call function of each resource. A private field would make the types of resources nominal, so that a test could not replace
 * them by plain objects.
 */
const calls = new WeakMap<object, Call>();

/** Connects a resource to its client. */
export function setCall(resource: object, call: Call): void {
  calls.set(resource, call);
}

/** Returns the call function of a resource. */
export function getCall(resource: object): Call {
  const call = calls.get(resource);
  if (call) return call;
  throw new TypeError("Call the method on its resource, such as kb.pages.archive(input).");
}
