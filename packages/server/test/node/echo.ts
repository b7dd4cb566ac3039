import type { Fetch } from "@knowledge-base/server";

/** Answers with what it was asked. */
export const echo: Fetch = async (input, init) => {
  const request = new Request(input, init);
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  return Response.json({ method, path: pathname + search, headers: [...headers], body: await request.text() });
};
