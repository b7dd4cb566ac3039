import type { ObjectFields, ObjectSchema, Schema } from "@knowledge-base/types/internal";
import { strictObjectSchema } from "../object-schema.ts";
import type { CommandContext } from "./command-context.ts";

/** A command of the controls, called in the same process or over HTTP. */
export interface AnyCommand<Output = unknown> {
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
  /** Schema of the second argument of the method, if it accepts one. */
  readonly options?: ObjectSchema;
  readonly input: ObjectSchema;
  /** Schema of the output, for the OpenAPI document. */
  readonly output: Schema<Output>;
  run(input: never, context: CommandContext, options: never): Output | Promise<Output>;
}

/** A command with the types of its input and its options. */
export interface Command<Input extends object, Output, Options extends object = never> extends AnyCommand<Output> {
  readonly input: ObjectSchema<Input>;
  readonly options?: ObjectSchema<Options>;
  run(input: Input, context: CommandContext, options: Options): Output | Promise<Output>;
}

/** The commands of a group: one for each of its methods, with the same output. */
export type Commands<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...input: never[]) => infer Output
    ? AnyCommand<Awaited<Output>>
    : never;
};

/** Builds the schema of a command's input. A field that the shape does not list is an error. */
export function inputSchema<Input extends object>(shape: ObjectFields<Input>): ObjectSchema<Input> {
  return strictObjectSchema<Input>(shape);
}

/** Schema of the input of a command that takes none. */
export const noInput = inputSchema<Record<never, never>>({});
