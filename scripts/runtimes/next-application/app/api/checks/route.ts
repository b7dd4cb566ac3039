import { runBundleChecks } from "../../checks.mjs";

export async function POST(request: Request): Promise<Response> {
  return Response.json(await runBundleChecks(await request.json()));
}
