import type { Idempotency } from "../contract/operation.ts";
import type { ComponentName } from "./components.ts";
import type { JsonSchema } from "./json-schema.ts";

/**
 * Options of {@link createOpenApiDocument}.
 *
 * @example
 * ```ts
 * import { createOpenApiDocument } from "@knowledge-base/types/openapi";
 *
 * const document = createOpenApiDocument({ servers: [{ url: "https://kb.example.com" }] });
 * console.log(document.servers.length); // 1
 * ```
 *
 * @see [Calling the service](../../../../docs/guides/calling-the-service.md)
 */
export interface OpenApiOptions {
  /**
   * Servers of the service, the preferred one first.
   *
   * @default the reference server on this machine, `http://127.0.0.1:4000`
   */
  readonly servers?: readonly OpenApiServer[] | undefined;
}

/** An OpenAPI 3.1 document, with the fields that this package writes. Its values are plain JSON. */
export interface OpenApiDocument {
  /** Version of OpenAPI. */
  readonly openapi: "3.1.0";
  /** The API that the document describes. */
  readonly info: {
    readonly title: string;
    readonly summary: string;
    readonly description: string;
    readonly version: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  /** Servers of the service. */
  readonly servers: readonly OpenApiServer[];
  /** Security schemes that every operation requires, by name, with their scopes. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** Resources, by which operations are grouped. */
  readonly tags: readonly OpenApiTag[];
  /** Operations, by path. */
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  /** Schemas and security schemes, by name. */
  readonly components: {
    readonly schemas: Readonly<Record<ComponentName, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, OpenApiSecurityScheme>>;
  };
}

/** A server of the service. */
export interface OpenApiServer {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Description of the server. */
  readonly description?: string;
}

/** A resource, by which operations are grouped. */
export interface OpenApiTag {
  /** Name of the resource. */
  readonly name: string;
  /** Description of the resource. */
  readonly description: string;
}

/** The operations of a path, by method in lower case. */
export type OpenApiPathItem = {
  readonly [Method in "get" | "post" | "put" | "patch" | "delete"]?: OpenApiOperation;
};

/** An operation of the service. */
export interface OpenApiOperation {
  /** Id of the operation in the contract, such as `pages.archive`. */
  readonly operationId: string;
  /** Short summary of the operation. */
  readonly summary: string;
  /** Description of the operation. */
  readonly description: string;
  /** Name of the resource. */
  readonly tags: readonly string[];
  /** The effect of repeating a request. */
  readonly "x-idempotency": Idempotency;
  /** Path parameters and query parameters. */
  readonly parameters: readonly OpenApiParameter[];
  /** JSON body of a request. */
  readonly requestBody?: OpenApiRequestBody;
  /** Responses, by status. */
  readonly responses: Readonly<Record<string, OpenApiResponse>>;
}

/** A path parameter or a query parameter. */
export interface OpenApiParameter {
  /** Name of the parameter. */
  readonly name: string;
  /** Part of the URL that contains the parameter. */
  readonly in: "path" | "query";
  /** Description of the parameter. */
  readonly description: string;
  /** Whether a request must have the parameter. */
  readonly required: boolean;
  /** Schema of the value. */
  readonly schema: JsonSchema;
  /** Example of the value. */
  readonly example: unknown;
}

/** The body of a request. */
export interface OpenApiRequestBody {
  /** Whether a request must have a body: true if one of the fields is required. */
  readonly required: boolean;
  /** Schema and example of the body. */
  readonly content: OpenApiContent;
}

/** A response of an operation. */
export interface OpenApiResponse {
  /** Meaning of the response, or the reason for it. */
  readonly description: string;
  /** Schema and example of the body. */
  readonly content: OpenApiContent;
}

/** A JSON body. */
export interface OpenApiContent {
  readonly "application/json": {
    /** Schema of the body. */
    readonly schema: JsonSchema;
    /** Example of the body. */
    readonly example?: unknown;
  };
}

/** An API key in a header. */
export interface OpenApiSecurityScheme {
  readonly type: "apiKey";
  readonly in: "header";
  /** Name of the header. */
  readonly name: string;
  /** Description of the key. */
  readonly description: string;
}
