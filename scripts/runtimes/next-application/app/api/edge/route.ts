import { checks, findProblems } from "../../checks.mjs";

export const runtime = "edge";

export async function POST(): Promise<Response> {
  return Response.json(await findProblems(checks));
}
