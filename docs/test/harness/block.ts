/** Why a block is not run as a program: a file that runs or holds it, or a reason. */
export type Exemption =
  | { readonly kind: "run by"; readonly file: string }
  | { readonly kind: "from"; readonly file: string }
  | { readonly kind: "not run"; readonly reason: string };

/** A block of code that a document or a comment shows. */
export interface Block {
  /** The file that shows it, from the root of the repository. */
  readonly document: string;
  /** Line of that file on which the code begins. */
  readonly line: number;
  readonly language: string;
  readonly text: string;
  /** Names that it takes from `given.ts`. */
  readonly given: readonly string[];
  /** Whether it goes on where the block before it on the page ended. */
  readonly continues: boolean;
  readonly exemption: Exemption | undefined;
}

/** Where a block stands, as people and editors read it. */
export function formatLocation({ document, line }: Pick<Block, "document" | "line">): string {
  return `${document}:${line}`;
}
