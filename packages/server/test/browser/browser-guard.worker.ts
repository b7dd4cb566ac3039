import { KnowledgeBase } from "@knowledge-base/sdk";

// Runs in a web worker, and sends the error of the client to the page.

try {
  new KnowledgeBase({ baseUrl: "https://knowledge-base.test", apiKey: "key" });
  postMessage("the client runs");
} catch (error) {
  postMessage(String(error));
}
