import type { Idempotency } from "../contract/operation.ts";
import type { ComponentName } from "./components.ts";
import type { JsonSchema } from "./json-schema.ts";

/** Options of `createOpenApiDocument`. */
export interface OpenApiOptions {
  /**
   * Where the service is, the likeliest place first.
   *
   * @default the reference server on this machine, `http://127.0.0.1:4000`
   */
  readonly servers?: readonly OpenApiServer[] | undefined;
}

/** An OpenAPI 3.1 document, as far as this one goes. It is JSON and nothing else. */
export interface OpenApiDocument {
  /** Version of OpenAPI. */
  readonly openapi: "3.1.0";
  /** What the document is about. */
  readonly info: {
    readonly title: string;
    readonly summary: string;
    readonly description: string;
    readonly version: string;
    readonly contact: { readonly name: string };
    readonly license: { readonly name: string; readonly identifier: string };
  };
  /** Where the service is. */
  readonly servers: readonly OpenApiServer[];
  /** What every operation requires: the names of security schemes, each with its scopes. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  /** The resources that operations are grouped by. */
  readonly tags: readonly OpenApiTag[];
  /** What can be done at each path. */
  readonly paths: Readonly<Record<string, OpenApiPathItem>>;
  /** What is referred to by name. */
  readonly components: {
    readonly schemas: Readonly<Record<ComponentName, JsonSchema>>;
    readonly securitySchemes: Readonly<Record<string, OpenApiSecurityScheme>>;
  };
}

/** A place where the service is. */
export interface OpenApiServer {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** What is there. */
  readonly description?: string;
}

/** A resource. */
export interface OpenApiTag {
  /** Name of the resource. */
  readonly name: string;
  /** What it is. */
  readonly description: string;
}

/** The operations of a path, by their methods in lower case. */
export type OpenApiPathItem = {
  readonly [Method in "get" | "post" | "put" | "patch" | "delete"]?: OpenApiOperation;
};

/** An operation of the service. */
export interface OpenApiOperation {
  /** Id of the operation in the contract, such as `pages.archive`. */
  readonly operationId: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** What it does. */
  readonly description: string;
  /** Name of its resource. */
  readonly tags: readonly string[];
  /** What happens when a request is sent twice. */
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
  /** Its name. */
  readonly name: string;
  /** Where it stands. */
  readonly in: "path" | "query";
  /** What it is. */
  readonly description: string;
  /** Whether it must be there. */
  readonly required: boolean;
  /** What it may be. */
  readonly schema: JsonSchema;
  /** A value of it. */
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

/** A key that is sent in a header. */
export interface OpenApiSecurityScheme {
  readonly type: "apiKey";
  readonly in: "header";
  /** Name of the header. */
  readonly name: string;
  /** What the key is. */
  readonly description: string;
}
