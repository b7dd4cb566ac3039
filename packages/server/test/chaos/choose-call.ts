import type { CallOptions, KnowledgeBase } from "@knowledge-base/sdk";
import type { OperationId } from "@knowledge-base/types";
import type { ModelState } from "../model/model-state.ts";
import type { RandomNumbers } from "../random-numbers.ts";
import type { Result } from "./chaos-call.ts";

/** A call that was chosen, but not made. */
interface ChosenCall {
  readonly operation: OperationId;
  readonly send: (options: CallOptions) => { safe(): Promise<Result> };
}

/** Chooses a call. Some of the ids are unknown. */
export function chooseCall(kb: KnowledgeBase, { records }: ModelState, random: RandomNumbers): ChosenCall {
  const { brains, pages, bindings, installations } = records;
  const { id: brainId = "brain_unknown" } = brains[random.below(brains.length + 1)] ?? {};
  const ownPages = pages.filter((page) => page.brainId === brainId);
  const ownBindings = bindings.filter((binding) => binding.brainId === brainId);
  const { slug = "unknown" } = ownPages[random.below(ownPages.length + 1)] ?? {};
  const { id: bindingId = "binding_unknown" } = ownBindings[random.below(ownBindings.length + 1)] ?? {};
  const { id: installationId = "installation_unknown" } = installations[random.below(installations.length + 1)] ?? {};
  const flags = { notifyBriefs: random.below(2) === 0, notifyChanges: random.below(2) === 0 };
  const limit = 1 + random.below(60);
  return random.pick<ChosenCall>([
    { operation: "promptIndex.get", send: (options: CallOptions) => kb.promptIndex.get({ brainId, limit }, options) },
    {
      operation: "channels.list",
      send: (options: CallOptions) => kb.channels.list({ brainId, installationId }, options),
    },
    {
      operation: "bindings.update",
      send: (options: CallOptions) => kb.bindings.update({ brainId, bindingId, ...flags }, options),
    },
    { operation: "pages.archive", send: (options: CallOptions) => kb.pages.archive({ brainId, slug }, options) },
    { operation: "oauth.start", send: (options: CallOptions) => kb.oauth.start({ brainId }, options) },
    {
      operation: "bindings.unbind",
      send: (options: CallOptions) => kb.bindings.unbind({ brainId, bindingId }, options),
    },
  ]);
}
