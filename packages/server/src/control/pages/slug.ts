/** Makes a slug from a title, one that nothing has taken: `Tide table` becomes `tide-table`, or `tide-table-2`. */
export function slugOf(title: string, isTaken: (slug: string) => boolean): string {
  const plain =
    title
      .normalize("NFKD")
      .replaceAll(/\p{Mark}/gu, "")
      .normalize("NFC")
      .toLowerCase()
      .replaceAll(/[^\p{Letter}\p{Number}]+/gu, "-")
      .replaceAll(/^-|-$/g, "") || "page";
  let slug = plain;
  for (let number = 2; isTaken(slug); number += 1) slug = `${plain}-${number}`;
  return slug;
}
