import { globSync, readFileSync, rmSync, writeFileSync } from "node:fs";

const comment = /\n\/\/# sourceMappingURL=.*\.map/g;

/** Removes the source maps of a built package, and the comments that refer to them. Only the build needs them. */
export function removeSourceMaps(name: string): void {
  const folder = `packages/${name}/dist`;
  for (const map of globSync(`${folder}/*.map`)) rmSync(map);
  for (const file of globSync(`${folder}/*.{js,cjs}`)) {
    writeFileSync(file, readFileSync(file, "utf8").replaceAll(comment, ""));
  }
}
