import { relative } from "node:path";
import { type Application, Converter } from "typedoc";
import { headingOf } from "./documents.ts";

/** Names each document after its heading. */
export function nameDocuments({ converter, files }: Application): void {
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    document.name = headingOf(relative("", files.getReflectionPath(document) ?? ""));
  });
}
