// Runs the checks in a process. The argument has the context of those of connections, which are left out without it.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { checks, findProblems } from "./checks.mjs";
import { findAllProblems } from "./connections.mjs";

const [, , context] = process.argv;
const problems = context ? await findAllProblems(JSON.parse(context)) : await findProblems(checks);

// What a runtime prints must not contain the key, so each line of the output is compared with it.
const apiKey = "kb_printed_secret";
const kb = new KnowledgeBase({ baseUrl: "http://127.0.0.1:1", apiKey, retries: 0, dangerouslyAllowBrowser: true });
console.log(kb, await kb.promptIndex.get({ brainId: "brain" }).safe());

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
}
