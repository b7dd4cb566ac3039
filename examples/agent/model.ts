/** Description of a tool that a model may call. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** Descriptions of the parameters, which are strings. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** Call of a tool, with its input. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A message of a conversation. */
export type Message =
  | { readonly role: "system" | "user" | "assistant"; readonly text: string }
  | { readonly role: "assistant"; readonly call: ToolCall }
  | { readonly role: "tool"; readonly tool: string; readonly text: string };

/** Reply of a model: an answer for the person, or the call of a tool. */
export type Reply = { readonly text: string } | { readonly call: ToolCall };

/** A model. Yours sends the messages to a provider, and turns what comes back into a reply. */
export type Model = (messages: readonly Message[], tools: readonly ToolDescription[]) => Promise<Reply>;
