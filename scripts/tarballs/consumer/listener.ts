// Compiles the entry for Node without the types of Node and without lib `esnext.disposable`.
import { createReferenceServer } from "@knowledge-base/server";
import { type Listener, listen } from "@knowledge-base/server/node";

export const listener: Promise<Listener> = listen(createReferenceServer(), { port: 0 });
