import { createRequire } from "node:module";
import { join } from "node:path";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { toAnthropicTools, toOpenAIChatTools, toTools } from "@knowledge-base/sdk/tools";
import { contract, type OperationId } from "@knowledge-base/types";
import { printFigure } from "../../../scripts/budgets/measure.ts";
import { install } from "../../../scripts/install.ts";

// Tokens that the definitions of all six tools take in each request to a model, in the longer of two forms.

const folder = join(import.meta.dirname, "peers");
await install(folder);
const { countTokens }: { readonly countTokens: (text: string) => number } = createRequire(join(folder, "package.json"))(
  "gpt-tokenizer/encoding/o200k_base",
);

const kb = new KnowledgeBase({ baseUrl: "https://kb.example.com", apiKey: "kb_benchmark_key" });
const tools = toTools(kb, { allow: Object.keys(contract) as OperationId[] });
const chat = countTokens(JSON.stringify(toOpenAIChatTools(tools).definitions));
const anthropic = countTokens(JSON.stringify(toAnthropicTools(tools).definitions));
printFigure({
  name: "sdk.tools",
  value: Math.max(chat, anthropic),
  note: `chat completions ${chat}, Anthropic ${anthropic}`,
});
