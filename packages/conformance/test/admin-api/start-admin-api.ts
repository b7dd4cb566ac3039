import { createReferenceServer } from "@knowledge-base/server";
import { listen } from "@knowledge-base/server/node";
import { onTestFinished } from "vitest";

/** Starts a service with a plain admin API below `/admin`, which returns JSON and requires a token. */
export async function startAdminApi() {
  const server = createReferenceServer();
  const { control } = server;
  const routes: Readonly<
    Record<string, (ids: readonly string[], input: never) => unknown>
  > = {
    "POST /brains": (_, input) => control.brains.create(input),
    "DELETE /brains/ID": ([brainId = ""]) => {
      control.brains.delete({ brainId });
      return { deleted: true };
    },
    "POST /brains/ID/pages": ([brainId = ""], input: { title: string }) =>
      control.pages.create({ brainId, ...input }),
    "POST /brains/ID/pages/ID/restore": ([brainId = "", slug = ""]) =>
      control.pages.restore({ brainId, slug }),
  };
  const fetch = async (input: string | URL | Request, init?: RequestInit) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    if (!path.startsWith("/admin/")) return server.fetch(request);
    if (request.headers.get("authorization") !== "Bearer admin_token")
      return Response.json({}, { status: 401 });
    const ids: string[] = [];
    const pattern = path
      .slice("/admin".length)
      .replaceAll(/\/(brains|pages)\/([^/]+)/g, (_, kind, id) => {
        ids.push(decodeURIComponent(id));
        return `/${kind}/ID`;
      });
    const text = await request.text();
    const result = routes[`${request.method} ${pattern}`]?.(
      ids,
      (text ? JSON.parse(text) : {}) as never,
    );
    return Response.json(result, { status: result === undefined ? 404 : 200 });
  };
  const listener = await listen({ ...server, fetch });
  onTestFinished(() => listener.close({ timeout: 0 }));
  const { url } = listener;
  return {
    server,
    url,
    variables: { ADMIN_URL: `${url}/admin`, ADMIN_TOKEN: "admin_token" },
  };
}
