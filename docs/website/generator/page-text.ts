const maxDescription = 160;

/** Returns the first paragraph of a page as plain text, cut at the end of a word. */
export function descriptionOf(markdown: string, prefix = ""): string {
  const withoutCode = withoutComments(markdown).replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");
  const paragraphs = withoutCode.split(/\n{2,}/).map((text) => text.trim());
  const first = paragraphs.find((text) => text !== "" && !/^([#>|*<-]|\d+\.)/.test(text)) ?? "";
  const text = `${prefix}${plainText(first)}`;
  if (text.length <= maxDescription) return text;
  return `${text.slice(0, maxDescription - 1).replace(/[\s,;:(]+\S*$/, "")}…`;
}

/** Returns the text of a line or paragraph without Markdown. */
export function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/\\([\\`*_{}[\]()#+.!<>|-])/g, "$1")
    .replaceAll(/[`*]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** Removes comments, which are instructions for the tests of the documents. */
export function withoutComments(markdown: string): string {
  return markdown.replaceAll(/^<!--[\s\S]*?-->\n\n?/gm, "");
}
