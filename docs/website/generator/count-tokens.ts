import { countTokens as countTokensOf } from "gpt-tokenizer/encoding/o200k_base";

/** Returns the number of tokens of a text, in the encoding `o200k_base`. */
export function countTokens(text: string): number {
  return countTokensOf(text);
}
