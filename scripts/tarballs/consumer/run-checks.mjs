// Runs the checks in a process, and prints the failures. With a context, it also runs those of connections.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { checks, findFailures } from "./checks.mjs";
import { findAllFailures } from "./connections.mjs";

const [, , context] = process.argv;

// A runtime must not print the key in an object: what this prints is searched for it.
const kb = new KnowledgeBase({ baseUrl: "http://127.0.0.1:1", apiKey: "kb_printed_secret", retries: 0 });
console.log(kb, await kb.promptIndex.get({ brainId: "brain" }).safe());

const failures = context ? await findAllFailures(JSON.parse(context)) : await findFailures(checks);
console.log(JSON.stringify(failures));
if (!context && Object.keys(failures).length > 0) process.exitCode = 1;
