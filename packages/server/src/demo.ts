/**
 * A seed that reads like the knowledge base of a real company.
 *
 * @module
 */
export { demoSeed } from "./demo/demo-seed.ts";
