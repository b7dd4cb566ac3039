/**
 * A seed with realistic content of two companies.
 *
 * @module
 */
export { demoSeed } from "./demo/demo-seed.ts";
