import { authenticationSentences } from "./authentication-sentences.ts";
import { endpointsSentences } from "./endpoints-sentences.ts";
import { errorsSentences } from "./errors-sentences.ts";
import { eventsSentences } from "./events-sentences.ts";
import { limitsSentences } from "./limits-sentences.ts";
import { resourcesSentences } from "./resources-sentences.ts";
import type { Sentence } from "./sentence.ts";
import { statesSentences } from "./states-sentences.ts";
import { versioningSentences } from "./versioning-sentences.ts";

/** Every sentence and every table row of sections 2 to 9 of the specification, by section and name, in the order of the text. */
export const sentences = {
  ...resourcesSentences,
  ...statesSentences,
  ...endpointsSentences,
  ...authenticationSentences,
  ...eventsSentences,
  ...errorsSentences,
  ...limitsSentences,
  ...versioningSentences,
} as const satisfies Record<string, Sentence>;

/** Id of a sentence: its section and name, such as `4.1/body`. */
export type SentenceId = keyof typeof sentences;
