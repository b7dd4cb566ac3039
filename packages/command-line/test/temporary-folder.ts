import { rmSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const existing = new Set<string>();

// If a test times out, nothing disposes its folder.
process.once("exit", () => {
  for (const path of existing) rmSync(path, { recursive: true, force: true });
});

/** A temporary folder. Disposing it removes it and everything in it. */
export class TemporaryFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
    existing.add(path);
  }

  static async create(): Promise<TemporaryFolder> {
    return new TemporaryFolder(await mkdtemp(join(tmpdir(), "knowledge-base-command-")));
  }

  /** Returns the path of a file, which may not exist. */
  join(name: string): string {
    return join(this.path, name);
  }

  /** Writes a file and returns its path. */
  async write(name: string, content: string | Uint8Array): Promise<string> {
    const path = this.join(name);
    await writeFile(path, content);
    return path;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await rm(this.path, { recursive: true, force: true, maxRetries: 5 });
    existing.delete(this.path);
  }
}
