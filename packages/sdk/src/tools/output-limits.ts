/** Limits of the results of tools. Whatever is shortened is named in the field `shortened` of the result. */
export interface OutputLimits {
  /**
   * Maximum length of one text, such as the body of a page, in UTF-16 code units from 1 to 1,000,000.
   *
   * @default 2000
   */
  readonly maxTextLength?: number | undefined;
  /**
   * Maximum number of elements of one list other than the prompt index, from 1 to 10,000.
   *
   * @default 100
   */
  readonly maxListLength?: number | undefined;
  /**
   * Length of a result from which on nothing more is added to it, in UTF-16 code units from 500 to 10,000,000. Four of them are
   * about one token.
   *
   * @default 20000
   */
  readonly maxOutputLength?: number | undefined;
}

/** The limits that apply if no others are given. */
export const defaultOutputLimits: Required<{ readonly [Name in keyof OutputLimits]: number }> = {
  maxTextLength: 2000,
  maxListLength: 100,
  maxOutputLength: 20_000,
};
