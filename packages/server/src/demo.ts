/**
 * A seed with realistic content of two companies.
 *
 * @module @knowledge-base/server/demo
 */

export type { DemoSeedOptions } from "./demo/demo-seed.ts";
export { demoSeed } from "./demo/demo-seed.ts";
