import { createReferenceServer } from "@knowledge-base/server";
import { withControl } from "@knowledge-base/server/control";
import { listen } from "@knowledge-base/server/node";
import { expect, it } from "vitest";
import { errorResponse } from "../helpers/expect-rejected.ts";
import { intercept } from "../helpers/intercept.ts";
import { openServer, paths, send } from "../helpers/open-server.ts";

const { index: path } = paths;
const indexRequest = `GET ${path}`;

it.each([
  { given: undefined, baseUrl: "https://knowledge-base.test" },
  { given: "https://kb.example", baseUrl: "https://kb.example" },
  { given: "https://kb.example/", baseUrl: "https://kb.example" },
  { given: "https://KB.example:443/Api//", baseUrl: "https://kb.example/Api" },
  { given: "http://localhost:8080/a/b/", baseUrl: "http://localhost:8080/a/b" },
  { given: "http://[::1]:3000", baseUrl: "http://[::1]:3000" },
  { given: "https://kb.example/ü b", baseUrl: "https://kb.example/%C3%BC%20b" },
  { given: "https://kb.example/a(b)*:c+d.e", baseUrl: "https://kb.example/a(b)*:c+d.e" },
])("the base URL $given becomes $baseUrl, where the server responds, on any host", async ({ given, baseUrl }) => {
  const server = openServer({ baseUrl: given });
  expect(server.baseUrl).toBe(baseUrl);
  const { pathname } = new URL(`${baseUrl}/`);
  for (const origin of [new URL(baseUrl).origin, "https://other.example", "http://localhost:1"])
    expect((await send({ ...server, baseUrl: origin + pathname.slice(0, -1) }, indexRequest)).status).toBe(200);
});

const outside = [path, "/api", `/api${path.slice(1)}`, `/API${path}`, `/x/api${path}`, `/api/api${path}`];
it.each(outside)("the base URL has nothing outside of its path, such as at %s", async (other) => {
  const server = openServer({ baseUrl: "https://kb.example/api" });
  const response = await send({ ...server, baseUrl: "https://kb.example" }, `GET ${other}`);
  expect(response).toStrictEqual(errorResponse(404, other, `Cannot GET ${other}`));
});

const noUrls = ["", "/api", "kb.example", "localhost:3000", "file:///srv/kb", "https://"];
it.each(noUrls)("a base URL can't be '%s'", (baseUrl) => {
  const problem = "baseUrl must be a URL that begins with https:// or http:// (got";
  expect(() => createReferenceServer({ baseUrl })).toThrow(problem);
});

it.each(["https://:secret@kb.test", "https://kb.test/?"])("a base URL can't have the parts of %s", (baseUrl) => {
  expect(() => createReferenceServer({ baseUrl })).toThrow("baseUrl must have only an origin and a path. Remove the");
});

const spellings = ["http://KB.example:80/api/", "http://kb.example/api//"];
const openWith = (baseUrl: string) => ({ ...openServer({ baseUrl: "http://kb.example/api" }), baseUrl });

it.each(spellings)("a server passed on with the base URL %s is intercepted at its own", async (baseUrl) => {
  intercept(openWith(baseUrl));
  const { status } = await send({ ...openServer(), baseUrl: "http://kb.example/api", fetch }, indexRequest);
  expect(status).toBe(200);
});

it.each(spellings)("a server passed on with the base URL %s has controls at its own", async (baseUrl) => {
  const server = openWith(baseUrl);
  const controlled = await withControl(server)("http://kb.example/api/_control/clock/now", { method: "POST" });
  expect(controlled.status).toBe(200);
  await using listener = await listen(server);
  expect(new URL(listener.url).pathname).toBe("/api");
  expect(await send({ ...server, baseUrl: listener.url, fetch }, indexRequest)).toMatchObject({ status: 200 });
});
