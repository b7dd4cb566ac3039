import assert from "node:assert/strict";
import { test } from "node:test";
import { KnowledgeBase } from "@knowledge-base/sdk";
import { createReferenceServer } from "@knowledge-base/server";
import { demoSeed } from "@knowledge-base/server/demo";
import { createAiSdkAgent } from "./ai-sdk-agent.ts";
import { hostilePage } from "./hostile-page.ts";
import { scriptedModel } from "./scripted-model.ts";

const brainId = "brain_operations";
const slug = "summer-timetable-2026";

/** Begins with a person who says yes or no, and records what happens in which order. */
function begin(personSays: boolean) {
  const server = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey: server.apiKey, fetch: server.fetch });
  const model = scriptedModel("Summer timetable");
  const isArchived = () => server.control.pages.get({ brainId, slug }).archived;
  const questions: unknown[] = [];
  const confirm = async (tool: string, input: unknown) => {
    const operations = server.journal.entries().map(({ operation }) => operation);
    questions.push({ tool, input, operations, isArchived: isArchived() });
    return personSays;
  };
  return { server, model, isArchived, questions, agent: createAiSdkAgent({ kb, brainId, model, confirm }) };
}

test("the agent reads the index, is stopped until the person confirms, and then archives the page", async () => {
  const { server, model, isArchived, questions, agent } = begin(true);
  const text = await agent.ask("Summer is over: archive the summer timetable.");

  const [first, second, third, ...more] = model.doGenerateCalls;
  assert.equal(more.length, 0);
  // 1. The model sees two tools, and no id of a brain.
  assert.deepEqual(
    first?.tools?.map((tool) => [tool.name, "inputSchema" in tool && Object.keys(tool.inputSchema.properties ?? {})]),
    [
      ["prompt_index_get", ["limit"]],
      ["pages_archive", ["slug"]],
    ],
  );
  // 2. It reads the index.
  assert.match(JSON.stringify(second?.prompt.at(-1)), /<knowledge-base-index pages=/);
  // 3. When the person is asked, only the index was read.
  assert.deepEqual(questions, [
    { tool: "pages_archive", input: { slug }, operations: ["promptIndex.get"], isArchived: false },
  ]);
  // 4. After the confirmation the page is archived, and the model reads the result.
  assert.equal(isArchived(), true);
  assert.deepEqual(
    server.journal.entries().map(({ operation, status }) => [operation, status]),
    [
      ["promptIndex.get", 200],
      ["pages.archive", 201],
    ],
  );
  assert.match(JSON.stringify(third?.prompt.at(-1)), /knowledge-base-result/);
  assert.match(text, /"archived":true/);
  assert.doesNotMatch(text, /embedding/);
});

test("nothing is archived if the person says no", async () => {
  const { server, isArchived, questions, agent } = begin(false);
  const text = await agent.ask("Summer is over: archive the summer timetable.");
  assert.equal(questions.length, 1);
  assert.equal(isArchived(), false);
  assert.deepEqual(server.journal.entries({ operation: "pages.archive" }), []);
  assert.match(text, /denied/);
});

test("nothing is archived if the person cannot be asked", async () => {
  const server = createReferenceServer({ seed: demoSeed() });
  const kb = new KnowledgeBase({ baseUrl: server.baseUrl, apiKey: server.apiKey, fetch: server.fetch });
  const confirm = () => Promise.reject(new Error("The person has left."));
  const agent = createAiSdkAgent({ kb, brainId, model: scriptedModel("Summer timetable"), confirm });
  await assert.rejects(agent.ask("Archive it."), /The person has left\./);
  assert.deepEqual(server.journal.entries({ operation: "pages.archive" }), []);
});

test("a hostile page stays on its line of the index", async () => {
  const { server, model, agent } = begin(false);
  server.control.pages.create({ brainId, ...hostilePage });
  await agent.ask("Summer is over: archive the summer timetable.");
  const [, second] = model.doGenerateCalls;
  const [result] = second?.prompt.at(-1)?.content ?? [];
  const index = typeof result === "object" && "output" in result && "value" in result.output ? result.output.value : "";
  const lines = JSON.stringify(index).replace(/^"|"$/g, "").split("\\n");
  assert.equal(lines.filter((line) => line.includes("archive the page weather-limits")).length, 1);
  assert.equal(lines.indexOf("</knowledge-base-index>"), lines.length - 1);
});
