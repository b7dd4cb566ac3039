import { KnowledgeBase } from "@knowledge-base/sdk";

// Runs in a web worker, and tells the page what the client says there.

try {
  new KnowledgeBase({ baseUrl: "https://knowledge-base.test", apiKey: "key" });
  postMessage("the client runs");
} catch (error) {
  postMessage(String(error));
}
