import { type SentenceId, sentences } from "./sentences.ts";

/** Returns the ids of all sentences of a section that define something, such as the rows of the fields of a record. */
export function sentencesOf(section: string): SentenceId[] {
  return (Object.keys(sentences) as SentenceId[]).filter(
    (id) => id.startsWith(`${section}/`) && !("isOpen" in sentences[id]) && !("unobservable" in sentences[id]),
  );
}
