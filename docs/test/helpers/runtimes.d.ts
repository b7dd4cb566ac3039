/** The parts of Bun that the documents use. */
declare namespace Bun {
  function serve(options: { readonly port: number; readonly fetch: (request: Request) => Promise<Response> }): unknown;
}

/** A package for Next.js, which is imported for its effect. */
declare module "server-only";

declare module "testcontainers";
