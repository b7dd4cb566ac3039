import { checks, findProblems } from "../../checks.mjs";

export async function POST(): Promise<Response> {
  return Response.json(await findProblems(checks));
}
