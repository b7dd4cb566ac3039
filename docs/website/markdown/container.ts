import type { Paragraph, RootContent } from "mdast";

/** Creates a node that is rendered as an element with a class around other nodes. */
export function container(
  name: string,
  className: string,
  children: readonly (RootContent | Paragraph["children"][number])[],
  attributes: Readonly<Record<string, string>> = {},
): RootContent {
  const hProperties = { className: [className], ...attributes };
  return { type: "blockquote", data: { hName: name, hProperties }, children: children as never };
}
