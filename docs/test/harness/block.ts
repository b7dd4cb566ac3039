/** Why a block is not run as a program: a file that runs or contains it, or a reason. */
export type Exemption =
  | { readonly kind: "run by"; readonly file: string }
  | { readonly kind: "from"; readonly file: string }
  | { readonly kind: "not run"; readonly reason: string };

/** A block of code that a document or a comment shows. */
export interface Block {
  /** File that contains it, relative to the root of the repository. */
  readonly document: string;
  /** Line of that file on which the code begins. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Names that it uses from `given-values.ts`. */
  readonly given: readonly string[];
  /** Whether it continues the previous block of the document. */
  readonly continues: boolean;
  readonly exemption: Exemption | undefined;
}

/** Formats the location of a block so that editors can open it. */
export function formatLocation({ document, line }: Pick<Block, "document" | "line">): string {
  return `${document}:${line}`;
}
