/** Writes JSON that can't close a tag or a code fence around it. */
export function writeJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e").replaceAll("`", "\\u0060");
}
