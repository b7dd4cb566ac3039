import type { JsonSchema } from "@knowledge-base/types/openapi";

/** The OpenAPI document of the controls, as far as the page reads it. */
export interface ControlDocument {
  readonly paths: Readonly<Record<string, { readonly post?: ControlDescription }>>;
  readonly components: { readonly schemas: { readonly Fault: JsonSchema } };
}

export interface ControlDescription {
  readonly summary: string;
  readonly description: string;
  readonly "x-destructive"?: boolean;
  readonly requestBody?: {
    readonly content: { readonly "application/json": { readonly schema: JsonSchema } };
  };
}
