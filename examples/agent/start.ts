import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createAgent } from "./agent.ts";
import { gullibleModel } from "./gullible-model.ts";
import { hostilePage } from "./hostile-page.ts";
import { ruleBasedModel } from "./rule-based-model.ts";
import { personWhoSays, print, traced } from "./trace.ts";

const server = createReferenceServer({ seed: demoSeed() });
const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey: server.apiKey, fetch: server.fetch });
const options = { kb, brainId: "brain_operations", maxPromptTokens: 600 };
const agent = createAgent({ ...options, model: traced(ruleBasedModel), confirm: personWhoSays("yes") });

title("The system prompt, in at most 600 tokens");
const { text } = await agent.prompt();
for (const line of text.split("\n")) print("system", line);
await printPages();

title("The answer is in the prompt");
await agent.ask("How many passengers does Kestrel take?");

title("The answer was left out of the prompt");
await agent.ask("What did the passenger survey say?");

title("A page is archived, and the next prompt is without it");
await agent.ask("Summer is over: archive the summer timetable.");
await printPages();

title("The service fails, and the model says so");
server.faults.add({ operation: "pages.archive", kind: "status", status: 503, retryAfter: 0, times: 3 });
await agent.ask("Archive the page on Kestrel.");

title("A hostile page cannot add lines to the prompt, and a model that believes it still needs the person");
server.control.pages.create({ brainId: options.brainId, ...hostilePage });
const hostileLine = (await agent.prompt()).text.split("\n").find((line) => line.includes(hostilePage.slug)) ?? "";
for (const part of hostileLine.match(/.{1,110}/g) ?? []) print("system", part);
const gullible = createAgent({ ...options, model: traced(gullibleModel), confirm: personWhoSays("no") });
await gullible.ask("Is there anything new?");

async function printPages(): Promise<void> {
  const { tokens, included, omitted } = await agent.prompt();
  const [last] = included.toReversed();
  print("prompt", `${tokens} tokens, ${included.length} pages up to ${last?.slug}, ${omitted.length} left out`);
}

function title(text: string): void {
  console.log(`\n${text}\n`);
}
