/**
 * The OpenAPI document of the service, derived from the contract.
 *
 * @module @knowledge-base/types/openapi
 */

export type { ComponentName } from "./openapi/components.ts";
export type { OpenApiOptions } from "./openapi/create-open-api-document.ts";
export { createOpenApiDocument } from "./openapi/create-open-api-document.ts";
export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  OpenApiPath,
  OpenApiResponse,
  OpenApiServer,
} from "./openapi/document.ts";
export type { JsonSchema } from "./openapi/json-schema.ts";
