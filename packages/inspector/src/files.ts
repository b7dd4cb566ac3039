import { buildFiles, type InspectorFile } from "./build-files.ts";

export type { InspectorFile } from "./build-files.ts";

let built: Promise<Readonly<Record<string, InspectorFile>>> | undefined;

/** Returns the files of the page by name. In this repository they are built first; a published package contains them. */
export function files(): Promise<Readonly<Record<string, InspectorFile>>> {
  built ??= buildFiles().then((bundle) => bundle.files);
  return built;
}
