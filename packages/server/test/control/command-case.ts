/** The kind of value that a field of an input accepts. */
export type FieldKind =
  | "identifier"
  | "key"
  | "text"
  | "nullable text"
  | "written"
  | "flag"
  | "texts"
  | "embedding"
  | "url"
  | "source"
  | "sources"
  | "channels"
  | "limit"
  | "number"
  | "time"
  | "nullable time"
  | readonly string[];

/** A command of the control, with an input of all its fields that succeeds in the test state. */
export interface CommandCase {
  readonly name: string;
  /** Its goal, as in its error messages. */
  readonly goal: string;
  readonly required: Readonly<Record<string, FieldKind>>;
  readonly optional: Readonly<Record<string, FieldKind>>;
  readonly input: Readonly<Record<string, unknown>>;
}
