import { toolPath } from "./tools.ts";

const { platform, arch } = process;

/** Paths of the installed runtimes, whose packages name platforms in different ways. */
export const binaries = {
  node: (major: string) => toolPath(`node-${major}-${platform}-${arch}`, "bin/node"),
  bun: () => toolPath(`@oven/bun-${platform}-${arch === "arm64" ? "aarch64" : arch}`, "bin/bun"),
  deno: () => toolPath(`@deno/${platform}-${arch}${platform === "linux" ? "-glibc" : ""}`, "deno"),
  workerd: () => toolPath(`@cloudflare/workerd-${platform}-${arch === "x64" ? "64" : arch}`, "bin/workerd"),
} as const;
