/** Responds with the request. */
export async function echo(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { method, headers } = request;
  return Response.json({ method, path: pathname + search, headers: [...headers], body: await request.text() });
}
