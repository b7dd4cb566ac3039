/** What a model may ask the agent to do. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** What the tool takes: a description for each of its texts. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** A tool that a model asks for, and what it gives to it. */
export interface ToolCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A message of a conversation. */
export type Message =
  | { readonly role: "system" | "user" | "assistant"; readonly text: string }
  | { readonly role: "assistant"; readonly call: ToolCall }
  | { readonly role: "tool"; readonly tool: string; readonly text: string };

/** What a model says: an answer for the person, or a tool that it wants. */
export type Reply = { readonly text: string } | { readonly call: ToolCall };

/** A model. Yours sends the messages to a provider, and turns what comes back into a reply. */
export type Model = (messages: readonly Message[], tools: readonly ToolDescription[]) => Promise<Reply>;
