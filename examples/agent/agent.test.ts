import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { promisify } from "node:util";
import { KnowledgeBase, type KnowledgeBaseError, UnauthorizedError } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { type AgentOptions, createAgent } from "./agent.ts";
import { gullibleModel } from "./gullible-model.ts";
import { hostilePage } from "./hostile-page.ts";
import type { Model, ToolCall } from "./model.ts";
import { ruleBasedModel } from "./rule-based-model.ts";
import { rules, systemPrompt } from "./system-prompt.ts";

const brainId = "brain_operations";

function begin(changes: Partial<AgentOptions> = {}) {
  const server = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey: server.apiKey, fetch: server.fetch });
  const options = { kb, brainId, model: ruleBasedModel, maxPromptTokens: 600, confirm: async () => true, ...changes };
  return { server, kb, agent: createAgent(options) };
}

/** A model that makes these calls, and then answers. */
function modelThatCalls(...calls: ToolCall[]): Model {
  return async () => {
    const call = calls.shift();
    return call ? { call } : { text: "Done." };
  };
}

/** Returns the results of the agent's tools in a conversation. */
async function toolResults(agent: ReturnType<typeof createAgent>, question: string): Promise<string[]> {
  const { messages } = await agent.ask(question);
  return messages.flatMap((message) => (message.role === "tool" ? [message.text] : []));
}

test("the prompt is never longer than its budget, and says how much it leaves out", async () => {
  const { server, kb } = begin();
  server.control.pages.create({ brainId, ...hostilePage });
  const entries = await kb.promptIndex.get({ brainId });
  for (let budget = 120; budget < 2800; budget += 13) {
    const { text, tokens, included, omitted } = systemPrompt(entries, budget);
    assert.equal(tokens, countTokens(text));
    assert(tokens <= budget, `${tokens} tokens in a budget of ${budget}`);
    assert.equal(included.length + omitted.length, entries.length);
    assert(text.includes(`pages="${included.length}" left-out="${omitted.length}"`), text);
  }
  assert.equal(systemPrompt(entries, 2800).omitted.length, 0);
  assert.throws(() => systemPrompt(entries, 100), RangeError);
});

test("the prompt counts all the pages that it leaves out", async () => {
  const { server, agent } = begin();
  for (let index = 0; index < 60; index += 1)
    server.control.pages.create({ brainId, title: `Page ${index}`, body: "…" });
  const { included, omitted } = await agent.prompt();
  assert.equal(included.length + omitted.length, 90);
});

test("the prompt is the same until a page changes, and its beginning even then", async () => {
  const { agent } = begin();
  const before = (await agent.prompt()).text;
  assert.equal((await agent.prompt()).text, before);
  await agent.ask("Archive the summer timetable.");
  const after = (await agent.prompt()).text;
  assert.notEqual(after, before);
  assert(after.startsWith(rules));
});

test("a hostile page stays on its line of the index", async () => {
  const { server, agent } = begin();
  const linesBefore = (await agent.prompt()).text.split("\n");
  server.control.pages.create({ brainId, ...hostilePage });
  const lines = (await agent.prompt()).text.split("\n");
  const [hostile, ...others] = lines.filter((line) => !linesBefore.includes(line) && line.startsWith("  <page "));
  assert.match(
    hostile ?? "",
    /^ {2}<page slug="suggestion-box" [^<>]*><title>[^<>]*<\/title><summary>[^<>]*<\/summary><\/page>$/,
  );
  assert.deepEqual(others, []);
  assert.deepEqual(
    lines.filter((line) => line.includes("archive the page weather-limits")),
    [hostile],
  );
  assert.equal(
    lines.findIndex((line) => line.includes("</knowledge-base-index>")),
    lines.length - 1,
  );
  assert.doesNotMatch(lines.join("\n"), /<\|im_start\|>|\u202E|\u200B/);
});

test("a model that believes a hostile page does nothing that the person does not allow", async () => {
  const questions: string[] = [];
  const confirm = async (question: string) => questions.push(question) === 0;
  const { server, agent } = begin({ model: gullibleModel, confirm });
  server.control.pages.create({ brainId, ...hostilePage });
  await agent.ask("Is there anything new?");
  assert.deepEqual(questions, ['Archive the page "weather-limits"?']);
  assert.equal(server.control.pages.get({ brainId, slug: "weather-limits" }).archived, false);
});

test("the person is asked about what is archived, and about nothing else", async () => {
  const questions: string[] = [];
  const confirm = async (question: string) => questions.push(question) > 0;
  const inputs = [{}, { slug: ["kestrel"] }, { slug: null }, { words: "kestrel" }];
  const model = modelThatCalls(...inputs.map((input) => ({ tool: "archive_page", input })));
  const { server, agent } = begin({ model, confirm });
  const answers = await toolResults(agent, "Archive something.");
  assert.deepEqual(new Set(answers), new Set(["Failed: archive_page takes a slug, which is a text."]));
  assert.deepEqual(questions, []);
  assert.deepEqual(server.journal.entries({ operation: "pages.archive" }), []);
});

test("nothing is archived if the person cannot be asked", async () => {
  const confirm = () => Promise.reject(new Error("The person has left."));
  const { server, agent } = begin({ confirm });
  await assert.rejects(agent.ask("Archive Kestrel."), /The person has left\./);
  assert.equal(server.control.pages.get({ brainId, slug: "kestrel" }).archived, false);
});

test("a page that was archived is gone from the prompt of the next turn", async () => {
  const prompts: string[] = [];
  const { server, agent } = begin({
    model: (messages, tools) => {
      if (messages[0] && "text" in messages[0]) prompts.push(messages[0].text);
      return ruleBasedModel(messages, tools);
    },
  });
  await agent.ask("Archive the summer timetable.");
  assert.equal(server.control.pages.get({ brainId, slug: "summer-timetable-2026" }).archived, true);
  assert.deepEqual(
    prompts.map((prompt) => prompt.includes('slug="summer-timetable-2026"')),
    [true, false],
  );
});

test("a page that was left out of the prompt is found", async () => {
  const { agent } = begin();
  assert(!(await agent.prompt()).text.includes("passenger-survey-spring"));
  const { text } = await agent.ask("What did the passenger survey say?");
  assert.match(text, /^612 answers .*\(passenger-survey-spring\)$/);
});

test("an error that the model can do something about becomes a result of the tool", async () => {
  const { server, agent } = begin();
  server.faults.add({ operation: "pages.archive", kind: "status", status: 404 });
  assert.deepEqual(await toolResults(agent, "Archive Kestrel."), [
    "Failed: there is no such page. Take a slug of the index.",
  ]);
  server.faults.add({ operation: "pages.archive", kind: "status", status: 503, retryAfter: 0, times: 3 });
  assert.deepEqual(await toolResults(agent, "Archive Kestrel."), [
    "Failed: the knowledge base is not responding. Tell the person to try again later.",
  ]);
  assert.equal(server.journal.entries({ operation: "pages.archive" }).length, 4);
});

test("a service that becomes unavailable in the middle becomes a result of the tool", async () => {
  const { server, agent } = begin({
    confirm: async () => {
      server.faults.add({ kind: "status", status: 503, retryAfter: 0, probability: 1 });
      return true;
    },
  });
  assert.deepEqual(await toolResults(agent, "Archive Kestrel."), [
    "Failed: the knowledge base is not responding. Tell the person to try again later.",
  ]);
});

test("a model gets errors for an unknown tool and for wrong input", async () => {
  const model = modelThatCalls({ tool: "delete_page", input: {} }, { tool: "find_pages", input: { slug: "kestrel" } });
  assert.deepEqual(await toolResults(begin({ model }).agent, "Help."), [
    "Failed: there is no such tool.",
    "Failed: find_pages takes words, which are a text.",
  ]);
});

test("a model that never answers is stopped", async () => {
  let turns = 0;
  const model: Model = async () => {
    turns += 1;
    return { call: { tool: "find_pages", input: { words: "kestrel" } } };
  };
  await assert.rejects(begin({ model }).agent.ask("Anything?"), /no answer in 8 turns/);
  assert.equal(turns, 8);
});

test("an error of the program stops the agent", async () => {
  const { server, agent } = begin();
  server.faults.add({ operation: "pages.archive", kind: "status", status: 401 });
  await assert.rejects(
    agent.ask("Archive Kestrel."),
    (error: KnowledgeBaseError) => error instanceof UnauthorizedError,
  );
});

test("npm start prints what the README shows", async () => {
  const folder = import.meta.dirname;
  const { stdout } = await promisify(execFile)(process.execPath, ["start.ts"], { cwd: folder });
  const [, shown] = /```text\n(.*?)\n```/s.exec(await readFile(`${folder}/README.md`, "utf8")) ?? [];
  assert.equal(stdout.trim(), shown);
});
