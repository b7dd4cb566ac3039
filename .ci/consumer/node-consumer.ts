// What an application on Node sees beyond that, with the types of Node.
import { createReferenceServer } from "@knowledge-base/server";
import { type Listener, listen } from "@knowledge-base/server/node";

export const listener: Promise<Listener> = listen(createReferenceServer(), { port: 0 });
