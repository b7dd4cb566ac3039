// Compiles `await using` with the types of Node.
import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";

export async function urlOfListener(): Promise<string> {
  await using listener = await listen(createReferenceServer(), { port: 0 });
  return listener.url;
}
