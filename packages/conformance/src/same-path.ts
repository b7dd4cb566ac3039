/**
 * Returns whether the path in an error is that of the request. It may lack the path of the base URL, which a proxy may have
 * removed, and its characters may be percent-encoded in any way or not at all.
 */
export function isSamePath(path: string, requested: string, basePath: string): boolean {
  const paths = [requested, ...(requested.startsWith(`${basePath}/`) ? [requested.slice(basePath.length)] : [])];
  return paths.some((candidate) => path === candidate || decode(path) === decode(candidate));
}

/** Returns a path that cannot be decoded as it is. */
function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
