/** Makes a URL below the origin of what a request line names. The host that the client names does not matter. */
export function readRequestTarget(target: string, origin: string): string | undefined {
  if (target.startsWith("/")) return origin + target;
  if (target === "*") return `${origin}/*`;
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return undefined;
  const { pathname, search } = new URL(target);
  return origin + pathname + search;
}
