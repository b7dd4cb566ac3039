import { KnowledgeBase } from "@knowledge-base/sdk";
import type { CheckContext } from "./check.ts";

// A Worker with one call of the client. The size of its bundle is in the table.

const worker = {
  async fetch(request: Request): Promise<Response> {
    const { serviceUrl, apiKey }: CheckContext = await request.json();
    const kb = new KnowledgeBase({ baseUrl: serviceUrl, apiKey });
    return Response.json(await kb.promptIndex.get({ brainId: "brain_operations", limit: 1 }));
  },
};

export default worker;
