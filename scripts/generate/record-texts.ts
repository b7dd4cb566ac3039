import { recordDescriptions } from "../../packages/conformance/src/target/records.ts";

/** Returns what a record of a target of the conformance suite is, as a sentence; undefined if there is no such record. */
export function describeRecord(name: string): string | undefined {
  const texts: Readonly<Record<string, string>> = recordDescriptions;
  const text = texts[name];
  return text && `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
