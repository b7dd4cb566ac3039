/**
 * The OpenAPI document of the service, derived from the contract.
 *
 * @module
 */
export { createOpenApiDocument } from "./openapi/create-open-api-document.ts";
