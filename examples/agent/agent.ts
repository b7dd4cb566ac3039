import type { KnowledgeBase } from "@knowledge-base/sdk";
import { toAiSdkTools, toTools } from "@knowledge-base/sdk/tools";
import { generateText, isStepCount, type LanguageModel, type ModelMessage } from "ai";
import { writeSystemPrompt } from "./system-prompt.ts";

/** Options of {@link createAgent}. */
export interface AgentOptions {
  readonly kb: KnowledgeBase;
  readonly brainId: string;
  /** A model of the AI SDK. */
  readonly model: LanguageModel;
  readonly maxPromptTokens: number;
  /** Asks the person who uses the agent. */
  readonly confirm: (tool: string, input: unknown) => Promise<boolean>;
}

const maxRounds = 5;

/** Creates an agent that knows the pages of a brain, and archives a page if the person confirms. */
export function createAgent({ kb, brainId, model, maxPromptTokens, confirm }: AgentOptions) {
  const tools = toAiSdkTools(toTools(kb, { allow: ["promptIndex.get", "pages.archive"], brainId }));

  async function ask(question: string): Promise<string> {
    const messages: ModelMessage[] = [{ role: "user", content: question }];
    for (let round = 0; round < maxRounds; round += 1) {
      // Each round reads the index again, because a tool may have changed it.
      const entries = await kb.promptIndex.get({ brainId, limit: 500 });
      const instructions = writeSystemPrompt(entries, maxPromptTokens).text;
      const { text, content, response } = await generateText({
        model,
        tools,
        messages,
        instructions,
        stopWhen: isStepCount(5),
      });
      const requests = content.filter((part) => part.type === "tool-approval-request");
      if (requests.length === 0) return text;
      messages.push(...response.messages);
      for (const { approvalId, toolCall } of requests) {
        const approved = await confirm(toolCall.toolName, toolCall.input);
        const decision = { type: "tool-approval-response", approvalId, approved } as const;
        messages.push({ role: "tool", content: [decision] });
      }
    }
    throw new Error(`The model has not finished in ${maxRounds} rounds.`);
  }

  return { ask };
}
