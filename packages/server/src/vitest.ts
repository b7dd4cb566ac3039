/**
 * Vitest fixtures with a server and a client for each test, and matchers for the requests that the server received.
 *
 * @module
 */
export { createTest } from "./vitest/create-test.ts";
export { matchers } from "./vitest/matchers.ts";
