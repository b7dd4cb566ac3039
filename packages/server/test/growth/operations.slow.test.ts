import { describe, it } from "vitest";
import {
  bindings,
  brainId,
  channels,
  expectLinearCost,
  type Growth,
  installationId,
  open,
  openBound,
  times,
  type Work,
} from "./linear-cost.ts";

const brain = `/v1/brains/${brainId}`;

/** Sends requests one after the other, and expects success. */
function sendAll(server: ReturnType<typeof open>, method: string, paths: readonly string[], body?: string): Work {
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

const bindingPaths = (size: number) => bindings(size).map(({ id }) => `${brain}/messaging/bindings/${id}`);

function archiveAll(size: number): Work {
  const server = open();
  const slugs = times(size, (index) => server.control.pages.create({ brainId, title: `Tide ${index}` }).slug);
  return sendAll(
    server,
    "POST",
    slugs.map((slug) => `${brain}/pages/${slug}/archive`),
  );
}

// biome-ignore format: one row a line
const requests: Growth[] = [
  ["the query of a request", 3000, (size) => sendAll(open(), "GET", [`${brain}/index?${times(size, (index) => `field${index}=1`).join("&")}`])],
  ["the pages of a brain, archived one after the other", 400, archiveAll],
  ["the channels of an installation that are listed", 2000, (size) => sendAll(open({ channels: channels(size) }), "GET", [`${brain}/messaging/channels?installationId=${installationId}`])],
  ["the bindings of a brain, updated one after the other", 400, (size) => sendAll(openBound(size), "PATCH", bindingPaths(size), '{"notifyBriefs":false}')],
  ["the bindings of a brain, removed one after the other", 400, (size) => sendAll(openBound(size), "DELETE", bindingPaths(size))],
  ["the authorizations of a brain, started one after the other", 200, (size) => sendAll(open(), "POST", times(size, () => `${brain}/messaging/oauth/start`))],
];

describe("the cost grows no faster than", () => {
  it.each(requests)("%s", expectLinearCost);
});
