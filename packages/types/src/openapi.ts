/**
 * The OpenAPI document of the service, derived from the contract.
 *
 * @module
 */
export type { ComponentName } from "./openapi/components.ts";
export { createOpenApiDocument } from "./openapi/create-open-api-document.ts";
export type { JsonSchema } from "./openapi/json-schema.ts";
export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiOptions,
  OpenApiParameter,
  OpenApiPathItem,
  OpenApiResponse,
  OpenApiSecurityScheme,
  OpenApiServer,
  OpenApiTag,
} from "./openapi/open-api-document.ts";
