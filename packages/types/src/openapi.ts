/**
 * The OpenAPI document of the service, derived from the contract, and the functions that write its parts, which the document
 * of the reference server's controls and the tools for agents use, too.
 *
 * @module
 */
export type { ComponentName } from "./openapi/components.ts";
export { createInputSchema } from "./openapi/create-input-schema.ts";
export { createOpenApiDocument } from "./openapi/create-open-api-document.ts";
export { createOutputSchema } from "./openapi/create-output-schema.ts";
export type { JsonSchema } from "./openapi/json-schema.ts";
export type {
  JsonSchemaWriter,
  JsonSchemaWriterOptions,
  TypeDescription,
  TypeDescriptions,
} from "./openapi/json-schema-writer.ts";
export { createJsonSchemaWriter, describeFields } from "./openapi/json-schema-writer.ts";
export type {
  OpenApiContent,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiOptions,
  OpenApiParameter,
  OpenApiPathItem,
  OpenApiRequestBody,
  OpenApiResponse,
  OpenApiSecurityScheme,
  OpenApiServer,
  OpenApiTag,
} from "./openapi/open-api-document.ts";
export { componentRef, jsonContent, jsonRequestBody, openApiTags } from "./openapi/open-api-parts.ts";
