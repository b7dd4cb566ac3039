import { type IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer, type State } from "@knowledge-base/server";

/** Gives the prompt index of a brain, from a server that nobody else looks at: the reader's own has met no request for it. */
export async function promptIndexOf(state: State, brainId: string): Promise<readonly IndexEntry[]> {
  const organizationId = state.brains?.find(({ id }) => id === brainId)?.organizationId;
  const apiKey = state.apiKeys?.find((key) => key.organizationId === organizationId)?.key;
  if (apiKey === undefined) return []; // Nobody can ask for it.
  const { baseUrl, fetch } = createReferenceServer({ seed: state });
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch, dangerouslyAllowBrowser: true });
  return kb.promptIndex.get({ brainId, limit: 500 });
}
