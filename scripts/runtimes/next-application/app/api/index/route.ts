import { brainId, kb } from "../../knowledge-base";

export const dynamic = "force-dynamic";

export async function GET({ signal }: Request): Promise<Response> {
  return Response.json(await kb.promptIndex.get({ brainId, limit: 1 }, { signal }));
}
