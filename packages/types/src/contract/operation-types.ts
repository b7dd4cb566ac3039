import type { ErrorBody } from "../resources/error-body.ts";
import type { Schema, ValueOf } from "../schema/schema.ts";
import type { contract } from "./contract.ts";
import type { ErrorStatus, Operation } from "./operation.ts";
import type { PathParams } from "./path-params.ts";

type Flat<Value> = { readonly [Key in keyof Value]: Value[Key] };

/** The fields of a part of an operation's input: before or after its schema has parsed them. */
type FieldsOf<AnyOperation, Part extends "query" | "body", Stage extends "input" | "output"> = AnyOperation extends {
  readonly [Key in Part]: infer PartSchema extends Schema;
}
  ? PartSchema["_zod"][Stage]
  : Record<never, never>;

/** The statuses whose error body the specification describes, of those that an operation declares. */
type DocumentedStatus<Status extends number> = number extends Status ? ErrorStatus : Extract<Status, ErrorStatus>;

/** Id of an operation of the contract, such as `pages.archive`. */
export type OperationId = keyof typeof contract;

/** The operation of the contract with this id. */
export type ContractEntry<Id extends OperationId> = (typeof contract)[Id];

/** Name of a resource of the contract, such as `pages`. */
export type ResourceName = OperationId extends infer Id
  ? Id extends `${infer Resource}.${string}`
    ? Resource
    : never
  : never;

/**
 * Input of an operation: path parameters, query parameters and body fields in one flat object. Its fields have the
 * input types of the schemas: fields with a default are optional.
 */
export type InputOf<AnyOperation extends Operation> = Flat<
  PathParams<AnyOperation["path"]> & FieldsOf<AnyOperation, "query", "input"> & FieldsOf<AnyOperation, "body", "input">
>;

/** The parts of a valid request, parsed by their schemas, as a server reads them. */
export interface ParsedOf<AnyOperation extends Operation> {
  /** Path parameters, decoded. */
  readonly params: PathParams<AnyOperation["path"]>;
  /** Query parameters. */
  readonly query: FieldsOf<AnyOperation, "query", "output">;
  /** Fields of the body. */
  readonly body: FieldsOf<AnyOperation, "body", "output">;
}

/** Output of an operation: the body of a successful response, parsed by its schema. */
export type OutputOf<AnyOperation extends Operation> = ValueOf<AnyOperation["success"]["schema"]>;

/** Documented error bodies of an operation: one for each error status that the specification describes. */
export type ErrorBodyOf<AnyOperation extends Operation> = {
  [Status in DocumentedStatus<AnyOperation["errors"][number]>]: ErrorBody & { readonly statusCode: Status };
}[DocumentedStatus<AnyOperation["errors"][number]>];

/** {@link InputOf} an operation of the contract. */
export type Input<Id extends OperationId> = InputOf<ContractEntry<Id>>;

/** {@link ParsedOf} an operation of the contract. */
export type Parsed<Id extends OperationId> = ParsedOf<ContractEntry<Id>>;

/** {@link OutputOf} an operation of the contract. */
export type Output<Id extends OperationId> = OutputOf<ContractEntry<Id>>;

/** {@link ErrorBodyOf} an operation of the contract. */
export type ErrorOf<Id extends OperationId> = ErrorBodyOf<ContractEntry<Id>>;

/**
 * Methods of a resource of a client: one for each operation of the resource, named after the part of the id that follows the dot.
 *
 * @example
 * ```ts
 * import type { ArchivePageInput, Page, ResourceMethods } from "@knowledge-base/types";
 *
 * class Pages implements ResourceMethods<"pages"> {
 *   async archive(input: ArchivePageInput): Promise<Page> {
 *     throw new Error(`Cannot archive ${input.slug} yet`);
 *   }
 * }
 * ```
 */
export type ResourceMethods<Resource extends ResourceName> = {
  readonly [Id in OperationId as Id extends `${Resource}.${infer Method}` ? Method : never]: (
    input: Input<Id>,
  ) => PromiseLike<Output<Id>>;
};
