import { appendFile, cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { runProgram } from "../run-program.ts";

/** Builds a base image without a registry: Node, npm, a shell and the certificates of this machine. Returns its name. */
export async function buildLocalBase(buildah: (...args: readonly string[]) => Promise<string>): Promise<string> {
  const container = await buildah("from", "scratch");
  const root = await buildah("mount", container);
  const copy = (from: string, to: string) => cp(from, join(root, to), { recursive: true, dereference: true });
  const programs = {
    [process.execPath]: "/usr/local/bin/node",
    "/usr/bin/env": "/usr/bin/env",
    ...Object.fromEntries(["sh", "mkdir", "chown", "rm"].map((name) => [`/bin/${name}`, `/bin/${name}`])),
  };
  for (const [from, to] of Object.entries(programs)) {
    await copy(from, to);
    const libraries = (await runProgram("ldd", [from], ".")).matchAll(/\/\S+/g);
    for (const [library] of libraries) await copy(library, library);
  }
  const modules = (await runProgram("npm", ["root", "--global"], ".")).trim();
  await copy(join(modules, "npm"), "/usr/local/lib/node_modules/npm");
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "usr/local/bin/npm"));
  for (const name of ["etc", "root", "tmp"]) await mkdir(join(root, name), { recursive: true });
  await writeFile(join(root, "etc/passwd"), "root:x:0:0::/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n");
  await appendFile(join(root, "etc/group"), "root:x:0:\nnode:x:1000:\n");
  const { NODE_EXTRA_CA_CERTS: certificates } = process.env;
  if (certificates !== undefined) {
    await mkdir(join(root, dirname(certificates)), { recursive: true });
    await copy(certificates, certificates);
    await buildah("config", "--env", `NODE_EXTRA_CA_CERTS=${certificates}`, container);
  }
  await buildah("config", "--env", "PATH=/usr/local/bin:/usr/bin:/bin", container);
  await buildah("umount", container);
  await buildah("commit", "--format", "docker", container, "local-base");
  return "localhost/local-base";
}
