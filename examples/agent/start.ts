import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createAgent } from "./agent.ts";
import { createScriptedModel } from "./scripted-model.ts";
import { writeSystemPrompt } from "./system-prompt.ts";

const brainId = "brain_operations";
const maxPromptTokens = 600;
const server = createReferenceServer({ seed: demoSeed() });
const kb = new KnowledgeBase(server.connection);

const prompt = writeSystemPrompt(await kb.promptIndex.get({ brainId, limit: 500 }), maxPromptTokens);
console.log(prompt.text);
console.log(`\n${prompt.tokens} tokens, ${prompt.included.length} pages, ${prompt.omitted.length} left out\n`);

const agent = createAgent({
  kb,
  brainId,
  maxPromptTokens,
  model: createScriptedModel(/Summer timetable/),
  confirm: async (tool, input) => {
    console.log(`May I call ${tool} with ${JSON.stringify(input)}? Yes.`);
    return true;
  },
});
console.log(await agent.ask("Summer is over: archive the summer timetable."));
