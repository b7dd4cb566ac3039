import type { KnowledgeBase } from "@knowledge-base/sdk";
import type { PromptIndexText } from "@knowledge-base/sdk/prompt";
import type { Message, Model } from "./model.ts";
import { systemPrompt } from "./system-prompt.ts";
import { createTools } from "./tools.ts";

/** Options of {@link createAgent}. */
export interface AgentOptions {
  readonly kb: KnowledgeBase;
  readonly brainId: string;
  readonly model: Model;
  /** Maximum number of tokens of the system prompt. */
  readonly maxPromptTokens: number;
  /** Asks the person who uses the agent. */
  readonly confirm: (question: string) => Promise<boolean>;
}

/** Answer to a question. */
export interface Answer {
  readonly text: string;
  /** The whole conversation, the system prompt first. */
  readonly messages: readonly Message[];
}

/** An agent that knows the pages of a brain. */
export interface Agent {
  /** Writes the system prompt from the index as it is now. */
  readonly prompt: () => Promise<PromptIndexText>;
  readonly ask: (question: string) => Promise<Answer>;
}

const maxTurns = 8;

/** Creates an agent that knows the pages of a brain. */
export function createAgent({ kb, brainId, model, maxPromptTokens, confirm }: AgentOptions): Agent {
  const tools = createTools({ kb, brainId, confirm });

  async function prompt(): Promise<PromptIndexText> {
    return systemPrompt(await kb.promptIndex.get({ brainId, limit: 500 }), maxPromptTokens);
  }

  async function systemMessage(): Promise<Message> {
    const { text } = await prompt();
    return { role: "system", text };
  }

  async function ask(question: string): Promise<Answer> {
    let system = await systemMessage();
    const conversation: Message[] = [{ role: "user", text: question }];
    for (let turn = 0; turn < maxTurns; turn += 1) {
      const reply = await model([system, ...conversation], tools);
      if ("text" in reply) {
        conversation.push({ role: "assistant", text: reply.text });
        return { text: reply.text, messages: [system, ...conversation] };
      }
      const { call } = reply;
      const tool = tools.find(({ name }) => name === call.tool);
      const text = tool ? await tool.run(call.input) : "Failed: there is no such tool.";
      conversation.push({ role: "assistant", call }, { role: "tool", tool: call.tool, text });
      // If the index cannot be read, the previous one is used: the model must get the result of its call.
      if (tool?.changesIndex) system = await systemMessage().catch(() => system);
    }
    throw new Error(`The model gave no answer in ${maxTurns} turns.`);
  }

  return { prompt, ask };
}
