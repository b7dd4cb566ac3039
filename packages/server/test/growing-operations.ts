import type { ReferenceServer } from "@knowledge-base/server";
import type { GrowingCost, Work } from "./growing-cost.ts";
import { bindings, brainId, channels, installationId, numbers, open } from "./growing-records.ts";

const brain = `/v1/brains/${brainId}`;

/** Requests of operations. */
export const growingOperations: readonly GrowingCost[] = [
  {
    what: "the query of a request",
    size: 3000,
    prepare(size) {
      const server = open();
      const query = numbers(size).map((index) => `limit=${index}&field${index}=1`);
      return () =>
        server.fetch(`${server.baseUrl}/v1/brains/${brainId}/index?${query.join("&")}`, {
          headers: { "x-api-key": server.apiKey },
        });
    },
  },
  {
    what: "the pages of a brain, archived one after the other",
    size: 400,
    prepare(size) {
      const server = open();
      const slugs = numbers(size).map((index) => server.control.pages.create({ brainId, title: `Tide ${index}` }).slug);
      return sendAll(
        server,
        "POST",
        slugs.map((slug) => `${brain}/pages/${slug}/archive`),
      );
    },
  },
  {
    what: "the channels of an installation that are listed",
    size: 2000,
    prepare: (size) =>
      sendAll(open({ channels: channels(size) }), "GET", [
        `${brain}/messaging/channels?installationId=${installationId}`,
      ]),
  },
  {
    what: "the bindings of a brain, updated one after the other",
    size: 400,
    prepare: (size) =>
      sendAll(
        open({ channels: channels(size), bindings: bindings(size) }),
        "PATCH",
        bindings(size).map(({ id }) => `${brain}/messaging/bindings/${id}`),
        '{"notifyBriefs":false}',
      ),
  },
  {
    what: "the bindings of a brain, removed one after the other",
    size: 400,
    prepare: (size) =>
      sendAll(
        open({ channels: channels(size), bindings: bindings(size) }),
        "DELETE",
        bindings(size).map(({ id }) => `${brain}/messaging/bindings/${id}`),
      ),
  },
  {
    what: "the authorizations of a brain, started one after the other",
    size: 200,
    prepare: (size) =>
      sendAll(
        open(),
        "POST",
        numbers(size).map(() => `${brain}/messaging/oauth/start`),
      ),
  },
];

/** Sends requests one after the other, and expects success. */
function sendAll(server: ReferenceServer, method: string, paths: readonly string[], body?: string): Work {
  const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
  const init = { method, headers, ...(body !== undefined && { body }) };
  return async () => {
    for (const path of paths) {
      const response = await server.fetch(server.baseUrl + path, init);
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
      await response.text();
    }
  };
}
