/**
 * Records for seeds and state files, each complete with one call.
 *
 * @module
 */
export { apiKey } from "./factories/api-key.ts";
export { binding } from "./factories/binding.ts";
export { brain } from "./factories/brain.ts";
export { channel } from "./factories/channel.ts";
export { installation } from "./factories/installation.ts";
export { organization } from "./factories/organization.ts";
export { page } from "./factories/page.ts";
