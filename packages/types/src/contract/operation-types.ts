import type { AnySchema, InputOf, Schema, ValueOf } from "../schema/schema.ts";
import type { contract } from "./contract.ts";
import type { Operation } from "./operation.ts";

// The fields of an intersection, as one object.
type Flat<Value> = { readonly [Key in keyof Value]: Value[Key] };

// The schema of a part of an operation's input.
type PartOf<AnyOperation, Part extends "query" | "body"> = AnyOperation extends {
  readonly [Key in Part]: infer PartSchema extends AnySchema;
}
  ? PartSchema
  : Schema<Record<never, never>, Record<never, never>>;

/**
 * Id of an operation of the contract, such as `pages.archive`.
 *
 * @useDeclaredType
 */
export type OperationId = keyof typeof contract;

/** An operation that is given by itself or, if it is one of the contract, by its id. */
export type OperationOf<Called extends Operation | OperationId> = Called extends OperationId
  ? (typeof contract)[Called]
  : Extract<Called, Operation>;

/** Name of a resource of the contract, such as `pages`. */
export type ResourceName = OperationId extends `${infer Resource}.${string}` ? Resource : never;

/** The names between braces in a path, such as `"brainId" | "slug"` of `/v1/brains/{brainId}/pages/{slug}/archive`. */
export type PathParamName<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParamName<Rest>
  : never;

/** The path parameters of a path. All of them are required strings. */
export type PathParams<Path extends string> = { readonly [Name in PathParamName<Path>]: string };

/**
 * Input of an operation: path parameters, query parameters and body fields in one flat object. Its fields have the
 * input types of the schemas: fields with a default are optional.
 *
 * @typeParam Called - the operation (`typeof getBrain`) or, if it is one of the contract, its id
 *
 * @example
 * ```ts
 * import type { Input, Output } from "@knowledge-base/types";
 *
 * const input: Input<"pages.archive"> = { brainId: "brain_operations", slug: "tide-table" };
 * const titleOf = (page: Output<"pages.archive">) => page.title;
 * console.log(Object.keys(input), titleOf.length); // [ 'brainId', 'slug' ] 1
 * ```
 */
export type Input<Called extends Operation | OperationId> = Flat<
  PathParams<OperationOf<Called>["path"]> &
    InputOf<PartOf<OperationOf<Called>, "query">> &
    InputOf<PartOf<OperationOf<Called>, "body">>
>;

/** The parts of a valid request, parsed by their schemas, as a server reads them. */
export interface Parsed<Called extends Operation | OperationId> {
  /** Path parameters, decoded. */
  readonly params: PathParams<OperationOf<Called>["path"]>;
  /** Query parameters. */
  readonly query: ValueOf<PartOf<OperationOf<Called>, "query">>;
  /** Fields of the body. */
  readonly body: ValueOf<PartOf<OperationOf<Called>, "body">>;
}

/**
 * Output of an operation: the body of a successful response, parsed by its schema.
 *
 * @typeParam Called - the operation (`typeof getBrain`) or, if it is one of the contract, its id
 */
export type Output<Called extends Operation | OperationId> = ValueOf<OperationOf<Called>["success"]["schema"]>;

/** Methods of a resource of a client: one for each operation of the resource, named after the part of the id that follows the dot. */
export type ResourceMethods<Resource extends ResourceName> = {
  readonly [Id in OperationId as Id extends `${Resource}.${infer Method}` ? Method : never]: (
    input: Input<Id>,
  ) => PromiseLike<Output<Id>>;
};
