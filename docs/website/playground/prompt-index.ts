import { type IndexEntry, KnowledgeBase } from "@knowledge-base/sdk";
import { type Brain, createReferenceServer, type State } from "@knowledge-base/server";

/** Gives the prompt index of a brain, from a server that nobody else looks at: the reader's own has met no request for it. */
export async function readPromptIndex(
  state: State,
  { id: brainId, organizationId }: Brain,
): Promise<readonly IndexEntry[]> {
  const apiKey = state.apiKeys?.find((key) => key.organizationId === organizationId)?.key;
  if (apiKey === undefined) return []; // Nobody can ask for it.
  const { baseUrl, fetch } = createReferenceServer({ seed: state });
  const kb = new KnowledgeBase({ baseUrl, apiKey, fetch, dangerouslyAllowBrowser: true });
  return kb.promptIndex.get({ brainId, limit: 500 });
}
