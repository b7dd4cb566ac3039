import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A temporary folder. Disposing it removes it and everything in it. */
export class TemporaryFolder implements AsyncDisposable {
  readonly path: string;

  private constructor(path: string) {
    this.path = path;
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
  }
}
