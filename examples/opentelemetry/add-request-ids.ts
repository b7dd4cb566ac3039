/** Does what a gateway in front of the service does: gives each response an id, which its own log has too. */
export function addRequestIds(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  let requests = 0;
  return async (input, init) => {
    requests += 1;
    const id = `req_${requests}`;
    const response = await fetch(input, init);
    const headers = new Headers(response.headers);
    headers.set("x-request-id", id);
    return new Response(response.body, { status: response.status, headers });
  };
}
