/** The parts of Bun that the documents use. */
declare namespace Bun {
  function serve(options: { readonly port: number; readonly fetch: (request: Request) => Promise<Response> }): unknown;
}

// Packages that this repository doesn't install.
declare module "server-only";
declare module "testcontainers";
