import { type IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import { type Brain, createReferenceServer, type State } from "@knowledge-base/server";

/** Returns the prompt index of a brain, from a new server: the journal of the reader's server must not have the request. */
export async function readPromptIndex(
  state: State,
  { id: brainId, organizationId }: Brain,
): Promise<readonly IndexEntry[]> {
  const apiKey = state.apiKeys?.find((key) => key.organizationId === organizationId)?.key;
  if (apiKey === undefined) return []; // Without a key there is no request for it.
  const { baseUrl, fetch } = createReferenceServer({ seed: state });
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch, dangerouslyAllowBrowser: true });
  return kb.promptIndex.get({ brainId, limit: 500 });
}
