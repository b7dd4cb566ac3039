import type { ObjectSchema, Schema } from "@knowledge-base/types/internal";
import * as z from "zod/mini";
import { strictObjectSchema } from "../object-schema.ts";
import type { Context } from "./context.ts";

/** A command of the controls, called in the same process or over HTTP. */
export interface Command<Input = never, Output = unknown> {
  /** Summary in the imperative, such as `Edit a page`. */
  readonly summary: string;
  /** Advice for callers with an invalid input, such as `Pass an entry of journal.entries()`. */
  readonly advice?: string;
  /** Name of the argument, if the method takes a plain value instead of an object. */
  readonly parameter?: string;
  /** Whether the method returns a promise. */
  readonly asynchronous?: true;
  /** Whether `run` returns a copy that its caller may change. All other outputs are copied. */
  readonly returnsCopy?: true;
  readonly input: ObjectSchema;
  /** Schema of the output, for the OpenAPI document. */
  readonly output: Schema;
  run(input: Input, context: Context): Output | Promise<Output>;
}

/** The commands of a group: one for each of its methods, with the same output. */
export type Commands<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...input: never[]) => infer Output
    ? Command<never, Awaited<Output>>
    : never;
};

/** Builds the schema of a command's input. A field that the shape does not list is an error. */
export function inputSchema(shape: Readonly<Record<string, Schema>>): ObjectSchema {
  return strictObjectSchema<Record<string, unknown>>(shape as never) as unknown as ObjectSchema;
}

/** Schema of the input of a command that takes none. */
export const noInput = inputSchema({});

/** Schema of an object with any fields. A record of zod would drop the field `__proto__`. */
export const fieldsSchema = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "must be an object",
);
