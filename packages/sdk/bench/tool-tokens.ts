import { KnowledgeBase } from "@knowledge-base/sdk";
import { toAnthropicTools, toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { contract, type OperationId } from "@knowledge-base/types";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { printFigures } from "../../../scripts/bars/figures.ts";

// Tokens that the definitions of all six tools take in each request to a model, in the longer of two forms.

const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "kb_benchmark_key" });
const tools = toTools(kb, { allow: Object.keys(contract) as OperationId[] });
const count = (definitions: unknown) => countTokens(JSON.stringify(definitions));
const chat = count(toOpenAIChatTools(tools).definitions);
const anthropic = count(toAnthropicTools(tools).definitions);
printFigures({
  "sdk.tools": { value: Math.max(chat, anthropic), note: `chat completions ${chat}, Anthropic ${anthropic}` },
});
