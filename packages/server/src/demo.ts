/**
 * A seed with realistic content of two companies.
 *
 * @module
 */
export type { DemoSeedOptions } from "./demo/demo-seed.ts";
export { demoSeed } from "./demo/demo-seed.ts";
