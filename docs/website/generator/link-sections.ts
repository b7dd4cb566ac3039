import { type Application, type CommentDisplayPart, Converter, normalizePath } from "typedoc";
import { specificationAnchor, splitAtSections, type TextPart } from "../../../scripts/generate/link-specification.ts";

const path = "docs/specification.md";

/** Makes links of the sections that comments refer to, such as in `@see Specification, section 4.1`. */
export function linkSections({ converter, files }: Application): void {
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    const { target } = files.registerAbsolute(normalizePath(`${process.cwd()}/${path}`));
    const link = (part: CommentDisplayPart): CommentDisplayPart[] =>
      part.kind === "text" ? splitAtSections(part.text).flatMap(linkSection) : [part];
    const linkSection = ({ text, section }: TextPart): CommentDisplayPart[] =>
      section === undefined
        ? [{ kind: "text", text }]
        : [
            { kind: "text", text: `[${text}](` },
            { kind: "relative-link", text: path, target, targetAnchor: undefined },
            { kind: "text", text: `#${specificationAnchor(section)})` },
          ];
    for (const { comment } of Object.values(project.reflections)) {
      if (!comment) continue;
      comment.summary = comment.summary.flatMap(link);
      for (const tag of comment.blockTags) tag.content = tag.content.flatMap(link);
    }
  });
}
