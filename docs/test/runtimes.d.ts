/** The parts of Bun that the documents use. */
declare namespace Bun {
  function serve(options: { readonly port: number; readonly fetch: (request: Request) => Promise<Response> }): unknown;
}

/** A package for Next.js, which is imported for its effect. */
declare module "server-only";

/** The parts of Testcontainers that the documents use. */
declare module "testcontainers" {
  export class GenericContainer {
    constructor(image: string);
    withEnvironment(environment: Readonly<Record<string, string>>): this;
    withExposedPorts(...ports: readonly number[]): this;
    withWaitStrategy(strategy: object): this;
    start(): Promise<{ getHost(): string; getMappedPort(port: number): number; stop(): Promise<unknown> }>;
  }
  export const Wait: { forHttp(path: string, port: number): object };
}
