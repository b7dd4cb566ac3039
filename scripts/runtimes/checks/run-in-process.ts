import { type ClientOptions, KnowledgeBase } from "@knowledge-base/sdk";
import { allChecks } from "./all-checks.ts";
import type { CheckContext } from "./check.ts";
import { runChecks } from "./run-checks.ts";

// Runs the checks in a process of Node, Bun or Deno. The last line of the output has the results.

const context: CheckContext = JSON.parse(process.argv[2] ?? "");

// The output must not contain the key.
const options: ClientOptions = { baseUrl: "http://127.0.0.1:1", apiKey: "kb_printed_secret", retries: 0 };
const kb = new KnowledgeBase(options);
console.log(kb);
console.log(await kb.promptIndex.get({ brainId: "brain" }).safe());

console.log(JSON.stringify(await runChecks(allChecks, context)));
