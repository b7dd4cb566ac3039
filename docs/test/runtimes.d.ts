/** What the documents use of Deno. */
declare namespace Deno {
  type HttpClient = object;
  function createHttpClient(options: { poolMaxIdlePerHost?: number }): HttpClient;
}

interface RequestInit {
  client?: Deno.HttpClient;
}

/** What the documents use of Bun. */
declare namespace Bun {
  function serve(options: { readonly port: number; readonly fetch: (request: Request) => Promise<Response> }): unknown;
}

/** A package for Next.js, which is imported for its effect. */
declare module "server-only";
