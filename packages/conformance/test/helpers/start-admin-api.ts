import { createReferenceServer } from "@knowledge-base/server";
import { openListener } from "../../../server/test/helpers/open-listener.ts";

/** Starts a service with a plain admin API below `/admin`, which returns JSON and requires a token. */
export async function startAdminApi() {
  const server = createReferenceServer();
  const { brains, pages } = server.control;
  const handleAdmin = async (request: Request, path: string) => {
    if (request.headers.get("authorization") !== "Bearer admin_token") return Response.json({}, { status: 401 });
    const [brainId = "", , slug = "", action] = path.split("/").slice(3);
    if (request.method === "DELETE") {
      brains.delete({ brainId });
      return Response.json({ deleted: true });
    }
    if (action === "restore") return Response.json(pages.restore({ brainId, slug }));
    const input = await request.json();
    return Response.json(brainId === "" ? brains.create(input) : pages.create({ brainId, ...input }));
  };
  const { url } = await openListener(async (request) => {
    const path = new URL(request.url).pathname;
    return path.startsWith("/admin/") ? handleAdmin(request, path) : server.fetch(request);
  });
  return { server, url, variables: { ADMIN_URL: `${url}/admin`, ADMIN_TOKEN: "admin_token" } };
}
