import { nextFree } from "../next-free.ts";

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
  let number = 0;
  return nextFree(() => {
    number += 1;
    return number === 1 ? plain : `${plain}-${number}`;
  }, isTaken);
}
