import { type Application, type CommentDisplayPart, Converter, type ProjectReflection } from "typedoc";

/** Keeps the anchors of links to sections of documents, which typedoc-plugin-markdown leaves out. */
export function keepAnchors({ converter }: Application): void {
  converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    for (const reflection of Object.values(project.reflections)) {
      const { comment } = reflection;
      if (comment) {
        comment.summary = withAnchors(comment.summary, project);
        for (const tag of comment.blockTags) tag.content = withAnchors(tag.content, project);
      }
      if (reflection.isDocument()) reflection.content = withAnchors(reflection.content, project);
    }
  });
}

/** Returns parts in which the anchor of a link is text that follows it. */
function withAnchors(parts: readonly CommentDisplayPart[], project: ProjectReflection): CommentDisplayPart[] {
  return parts.flatMap((part): CommentDisplayPart[] => {
    if (part.kind !== "relative-link" || part.target === undefined || part.targetAnchor === undefined) return [part];
    const target = project.files.resolve(part.target, project);
    if (typeof target !== "object" || !target.isDocument()) return [part];
    return [
      { ...part, targetAnchor: undefined },
      { kind: "text", text: `#${part.targetAnchor}` },
    ];
  });
}
