import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";

const folder = resolve("dist");

/** The tarballs of `npm run pack`. */
export const tarballs = {
  folder,
  /** Absolute paths of the tarballs. */
  list(): readonly string[] {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".tgz"))
      .map((name) => join(folder, name));
  },
} as const;
