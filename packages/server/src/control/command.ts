import { type ObjectFields, type ObjectSchema, type Schema, strictObjectSchema } from "@knowledge-base/types";
import type { ControlContext } from "./control-context.ts";

/** One thing that a control can do, whoever asks for it: a program in the same process, or one that speaks HTTP. */
export interface AnyCommand<Output = unknown> {
  /** What it does, in the imperative: `Edit a page`. */
  readonly summary: string;
  /** What to give, where the input is refused: `Give one of journal.entries()`. */
  readonly advice?: string;
  /** Name of the argument, where a method takes a plain value instead of an object. */
  readonly parameter?: string;
  /** Whether its method gives a promise. */
  readonly asynchronous?: true;
  /** Whether its method also takes a signal, which ends the waiting. */
  readonly endsBySignal?: true;
  readonly input: ObjectSchema;
  /** Schema of the output, for documents. */
  readonly output: Schema<Output>;
  run(input: never, context: ControlContext): Output | Promise<Output>;
}

/** A command with its input. */
export interface Command<Input extends object, Output> extends AnyCommand<Output> {
  readonly input: ObjectSchema<Input>;
  run(input: Input, context: ControlContext): Output | Promise<Output>;
}

/** The commands behind a group of methods: one for each, with the output that the method promises. */
export type Commands<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends (...input: never[]) => infer Output
    ? AnyCommand<Awaited<Output>>
    : never;
};

/** Builds the schema of a command's input. A field that it does not name is an error. */
export function inputSchema<Input extends object>(shape: ObjectFields<Input>): ObjectSchema<Input> {
  return strictObjectSchema<Input>(shape);
}

/** The input of a command that needs none. */
export const noInput = inputSchema<Record<never, never>>({});
