// Test files share a process, and Stryker reports what was covered so far after each of them. Without this, it would report the
// coverage of all files before it again, megabytes for each file. The objects stay, because mutated modules hold them.
const { mutantCoverage } = (globalThis as { __stryker__?: StrykerNamespace }).__stryker__ ?? {};
for (const counts of Object.values(mutantCoverage ?? {})) {
  for (const id of Object.keys(counts)) Reflect.deleteProperty(counts, id);
}

interface StrykerNamespace {
  readonly mutantCoverage?: { readonly static: object; readonly perTest: object };
}
