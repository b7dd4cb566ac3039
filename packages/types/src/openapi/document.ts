import type { Idempotency, Method } from "../contract/operation.ts";
import type { ComponentName } from "./components.ts";
import type { JsonSchema } from "./json-schema.ts";

/** An OpenAPI 3.1 document of the service. Its values are plain JSON. */
export interface OpenApiDocument {
  /** Version of OpenAPI. */
  openapi: string;
  /** Title, description, version and license of the service. */
  info: {
    /** Title of the service. */
    title: string;
    /** The service in one sentence. */
    summary: string;
    /** Description in Markdown. */
    description: string;
    /** Version of the service, the `v1` of its paths. */
    version: string;
    /** Who maintains the document. */
    contact: {
      /** Name of the maintainers. */
      name: string;
    };
    /** License of the document. */
    license: {
      /** Name of the license. */
      name: string;
      /** SPDX identifier of the license. */
      identifier: string;
    };
  };
  /** Where the service can be reached, the preferred server first. */
  servers: OpenApiServer[];
  /** The security schemes that each operation requires: the API key. */
  security: Record<string, string[]>[];
  /** The resources of the service, which group its operations. */
  tags: {
    /** Name of the resource, such as `pages`. */
    name: string;
    /** Description of the resource. */
    description: string;
  }[];
  /** Operations, by path. */
  paths: Record<string, OpenApiPath>;
  /** The schemas of records and errors, and the scheme of the API key. */
  components: {
    /** Schemas, by the name of their interface. */
    schemas: Readonly<Record<ComponentName, JsonSchema>>;
    /** Security schemes, by name. */
    securitySchemes: Record<
      string,
      {
        /** Kind of the scheme: a key. */
        type: string;
        /** Where a request has the key: in a header. */
        in: string;
        /** Name of the header. */
        name: string;
        /** Where keys come from. */
        description: string;
      }
    >;
  };
}

/** A server of the service. */
export interface OpenApiServer {
  /** Base URL, without a slash at its end. */
  readonly url: string;
  /** Purpose of the server. */
  readonly description?: string;
}

/** The operations of a path, by method in lower case. */
export type OpenApiPath = { readonly [Name in Lowercase<Method>]?: OpenApiOperation };

/** An operation of an OpenAPI document. */
export interface OpenApiOperation {
  /** Id of the operation, such as `pages.archive`. */
  operationId: string;
  /** Imperative phrase, such as `Archive a page`. */
  summary: string;
  /** Description in Markdown. */
  description: string;
  /** Name of the resource, as the only element. */
  tags: string[];
  /** The effect of a request that is sent twice. */
  "x-idempotency": Idempotency;
  /** Parameters of the path and the query. */
  parameters: OpenApiParameter[];
  /** Body of the request; absent if there is none. */
  requestBody?: {
    /** Whether a request must have a body. */
    required: boolean;
    /** Body, by media type. */
    content: OpenApiContent;
  };
  /** Responses, by status. */
  responses: Readonly<Record<string, OpenApiResponse>>;
}

/** A parameter of an operation. */
export interface OpenApiParameter {
  /** Name, with brackets at its end if each value of an array repeats it. */
  name: string;
  /** Whether it is a part of the path or of the query. */
  in: "path" | "query";
  /** What it means. */
  description: string;
  /** Whether a request must have it. */
  required: boolean;
  /** Schema of its value. */
  schema: JsonSchema;
  /** False if the values of an array are joined by commas. */
  explode?: boolean;
  /** A valid value. */
  example?: unknown;
}

/** A response of an operation. */
export interface OpenApiResponse {
  /** When the service sends it. */
  readonly description: string;
  /** Body, by media type; absent if there is none. */
  readonly content?: OpenApiContent;
}

/** A body, by media type. It is always JSON. */
export interface OpenApiContent {
  /** The JSON body. */
  "application/json": {
    /** Schema of the body. */
    schema: JsonSchema;
    /** A valid body. */
    example?: unknown;
  };
}
