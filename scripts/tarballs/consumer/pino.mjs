// Logs with pino, which takes the details of a line before its message.
import { KnowledgeBase } from "@knowledge-base/sdk";
import { pino, stdSerializers } from "pino";

const apiKey = "kb_secret_7f3a9c51";

/** Makes a call that fails twice, with a hook that fails too. Returns the text that pino has written. */
async function log(serializers) {
  let text = "";
  const write = (line) => {
    text += line;
  };
  const logger = pino({ level: "debug", serializers }, { write }).child({ module: "knowledge-base" });
  const kb = new KnowledgeBase({
    baseUrl: "https://kb.example.com",
    apiKey,
    fetch: async () => new Response(`Bad key ${apiKey}`, { status: 503 }),
    retries: 1,
    random: () => 0,
    logger,
    loggerOrder: "details-first",
    logLevel: "debug",
    onResponse: () => Promise.reject(new Error("The disk is full.")),
  });
  await kb.promptIndex.get({ brainId: "b" }).safe();
  return text;
}

for (const serializers of [{}, { error: stdSerializers.err }]) {
  const text = await log(serializers);
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  const find = (level, message) => lines.find((line) => line.level === level && message.test(line.msg));
  check(
    lines.every(({ module }) => module === "knowledge-base"),
    "A child logger writes every line",
  );
  check(find(20, /^promptIndex\.get: 503 after /)?.attempt === 1, "The details of an attempt are fields");
  check(find(30, /^promptIndex\.get: retrying in 0 ms$/)?.attempt.status === 503, "A retry has its reason");
  check(find(20, /: Failed to get the prompt index: 503/)?.error.code === "server_error", "An error has its code");
  check(find(50, /^The hook onResponse failed\.$/)?.error, "The error of a hook is a field");
  check(!text.includes(apiKey), "The key is not written");
}
console.log("pino works");

function check(condition, expectation) {
  if (!condition) throw new Error(`Not fulfilled: ${expectation}.`);
}
