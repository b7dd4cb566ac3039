/** The output that a document shows below commands. */
export interface ShownOutput {
  readonly language: "json" | "text";
  readonly text: string;
}

/** A block of commands, and the output that is shown directly below it. */
export interface Step {
  /** Line of the document on which the commands begin. */
  readonly line: number;
  /** Heading of their section. */
  readonly heading: string;
  readonly commands: string;
  /** Undefined if the document shows no output. */
  readonly shownOutput?: ShownOutput | undefined;
}

/** A file that a document shows, in another language. */
export interface Listing {
  readonly language: string;
  readonly text: string;
}

/** The steps of a document. */
export interface Steps {
  readonly steps: readonly Step[];
  readonly listings: readonly Listing[];
}

const headingOrBlock = /^#+ (?<title>.+)$|^```(?<language>[^\s`]*)[^\n]*\n(?<text>[\s\S]*?)^```$/gm;

/**
 * Reads the blocks of a Markdown document, or of one of its sections: commands, their outputs, and listings.
 *
 * @throws Error if a block is none of these
 */
export function readSteps(markdown: string, section?: string): Steps {
  const steps: Step[] = [];
  const listings: Listing[] = [];
  let heading = "";
  let end = 0;
  for (const { 0: whole, index, groups = {} } of markdown.matchAll(headingOrBlock)) {
    const { title, language, text = "" } = groups;
    const line = markdown.slice(0, index).split("\n").length + 1;
    const last = steps.at(-1);
    heading = title ?? heading;
    if (title !== undefined || (section !== undefined && heading !== section)) continue;
    if (language === "sh") steps.push({ line, heading, commands: text });
    else if (language === "json" || language === "text") {
      if (!last || last.shownOutput || markdown.slice(end, index).trim() !== "") {
        throw new Error(`The output in line ${line} is not directly below commands.`);
      }
      steps.splice(-1, 1, { ...last, shownOutput: { language, text } });
    } else if (language) listings.push({ language, text });
    else throw new Error(`The block in line ${line} names no language.`);
    end = index + whole.length;
  }
  return { steps, listings };
}
