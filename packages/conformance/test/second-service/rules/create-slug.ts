/** Turns a title into letters of ASCII, digits and hyphens. */
export function createSlug(title: string): string {
  const ascii = title.normalize("NFKD").replaceAll(/\p{Mark}/gu, "");
  return ascii
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
