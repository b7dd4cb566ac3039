import { findAllFailures } from "../connections.mjs";

export const runtime = "edge";

export async function POST(request: Request): Promise<Response> {
  return Response.json(await findAllFailures(await request.json()));
}
