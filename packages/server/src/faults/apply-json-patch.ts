import { showName, showValue } from "@knowledge-base/types/internal";
import { choices } from "../choices.ts";
import { isEqualJson } from "../json-value.ts";
import { messageOf } from "../message-of.ts";
import type { JsonPatchOperation } from "./json-patch-operation.ts";
import { parseJsonPointer } from "./json-pointer.ts";

/**
 * Applies a JSON Patch (RFC 6902) to a document, which it changes, and returns the result.
 *
 * @throws Error if an operation cannot be applied, such as `patch[0] (remove /title): the object has no field title`
 */
export function applyJsonPatch(document: unknown, patch: readonly JsonPatchOperation[]): unknown {
  const patched = new PatchedDocument(document);
  for (const [index, operation] of patch.entries()) {
    try {
      patched.apply(operation);
    } catch (error) {
      const place = `patch[${index}] (${operation.op} ${showValue(operation.path)})`;
      throw new Error(`${place}: ${messageOf(error)}`, { cause: error });
    }
  }
  return patched.root;
}

type JsonContainer = Record<string, unknown> | unknown[];

class PatchedDocument {
  /** Holds the document as a field, so that a pointer to all of it leads to a field, too. */
  readonly #holder: { root?: unknown };
  #copiedCharacters = 0;

  constructor(document: unknown) {
    this.#holder = { root: document };
  }

  get root(): unknown {
    return this.#holder.root;
  }

  apply(operation: JsonPatchOperation): void {
    const { path } = operation;
    switch (operation.op) {
      case "add":
        this.#add(path, structuredClone(operation.value));
        break;
      case "replace":
        this.#replace(path, structuredClone(operation.value));
        break;
      case "remove":
        this.#remove(path);
        break;
      case "move":
        if (operation.from === path) this.#get(path);
        else this.#add(path, this.#remove(operation.from));
        break;
      case "copy":
        this.#add(path, this.#copy(operation.from));
        break;
      case "test":
        this.#test(path, operation.value);
    }
  }

  #locate(pointer: string): { readonly container: JsonContainer; readonly key: string } {
    const tokens = ["root", ...(parseJsonPointer(pointer) ?? [])];
    const key = tokens.pop() ?? "";
    let value: unknown = this.#holder;
    for (const token of tokens) value = getMember(toContainer(value, token), token);
    return { container: toContainer(value, key), key };
  }

  #get(pointer: string): unknown {
    const { container, key } = this.#locate(pointer);
    return getMember(container, key);
  }

  #add(pointer: string, value: unknown): void {
    const { container, key } = this.#locate(pointer);
    if (!Array.isArray(container)) {
      setField(container, key, value);
      return;
    }
    const index = key === "-" ? container.length : toIndex(key);
    if (index === undefined || index > container.length) throw new Error(describeMissing(container, key));
    container.splice(index, 0, value);
  }

  #replace(pointer: string, value: unknown): void {
    const { container, key } = this.#locate(pointer);
    getMember(container, key);
    if (Array.isArray(container)) container[Number(key)] = value;
    else setField(container, key, value);
  }

  #remove(pointer: string): unknown {
    if (pointer === "") throw new Error("the whole response cannot be removed; use a fault of kind response");
    const { container, key } = this.#locate(pointer);
    const removed = getMember(container, key);
    if (Array.isArray(container)) container.splice(Number(key), 1);
    else delete container[key];
    return removed;
  }

  #test(pointer: string, expected: unknown): void {
    const value = this.#get(pointer);
    if (isEqualJson(value, expected)) return;
    throw new Error(`the value is ${showValue(value)}, which differs from ${showValue(expected)}`);
  }

  /** Limits what copies add, because copies of copies grow exponentially. */
  #copy(pointer: string): unknown {
    const text = JSON.stringify(this.#get(pointer));
    this.#copiedCharacters += text.length;
    if (this.#copiedCharacters > choices.faults.sizeBytes) {
      throw new Error(`the copies of a patch must not exceed ${choices.faults.sizeBytes} characters of JSON`);
    }
    return JSON.parse(text);
  }
}

function toContainer(value: unknown, token: string): JsonContainer {
  if (typeof value === "object" && value !== null) return value as JsonContainer;
  throw new Error(`${showValue(value)} has no field ${showName(token)}`);
}

/** @throws Error if the container has no such field or element */
function getMember(container: JsonContainer, key: string): unknown {
  if (Array.isArray(container)) {
    const index = toIndex(key);
    if (index !== undefined && index < container.length) return container[index];
  } else if (Object.hasOwn(container, key)) return container[key];
  throw new Error(describeMissing(container, key));
}

function toIndex(key: string): number | undefined {
  return /^(0|[1-9]\d*)$/.test(key) ? Number(key) : undefined;
}

function setField(container: Record<string, unknown>, key: string, value: unknown): void {
  // An assignment to `__proto__` would change the prototype.
  Object.defineProperty(container, key, { value, writable: true, enumerable: true, configurable: true });
}

function describeMissing(container: JsonContainer, key: string): string {
  if (!Array.isArray(container)) return `the object has no field ${showName(key)}`;
  const { length } = container;
  return `the array has ${length === 1 ? "1 element" : `${length} elements`} and none at ${showName(key)}`;
}
