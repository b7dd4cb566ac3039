import type { JsonValue } from "../json-value.ts";

/** Adds a field or an element, replaces a value, or tests that a value is equal. */
export interface JsonPatchValueOperation {
  /** Kind of the operation. */
  readonly op: "add" | "replace" | "test";
  /** JSON Pointer to the value, such as `/0/title`. The empty pointer is the whole response. */
  readonly path: string;
  /** Value to add, to replace with, or to compare with. */
  readonly value: JsonValue;
}

/** Removes a field or an element. */
export interface JsonPatchRemoveOperation {
  /** Kind of the operation. */
  readonly op: "remove";
  /** JSON Pointer to the value, such as `/0/title`. The empty pointer is the whole response. */
  readonly path: string;
}

/** Moves or copies a value to another place. */
export interface JsonPatchFromOperation {
  /** Kind of the operation. */
  readonly op: "move" | "copy";
  /** JSON Pointer to the value to move or copy. */
  readonly from: string;
  /** JSON Pointer to the value, such as `/0/title`. The empty pointer is the whole response. */
  readonly path: string;
}

/**
 * An operation of a JSON Patch. Members that RFC 6902 does not define are ignored.
 *
 * @see RFC 6902, section 4
 */
export type JsonPatchOperation = JsonPatchValueOperation | JsonPatchRemoveOperation | JsonPatchFromOperation;
