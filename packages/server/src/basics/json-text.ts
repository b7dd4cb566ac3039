import { readBytes } from "@knowledge-base/internal/bytes";
import { ControlError } from "./control-error.ts";

/** Maximum size of a state as JSON in a file, and in a request or a response of a control. */
export const maxStateMebibytes = 64;

export const maxStateBytes = maxStateMebibytes * 1024 * 1024;

/**
 * Reads a text in UTF-8, or in UTF-16 with a byte order mark.
 *
 * @param declaredSize - number of bytes, if it is known
 * @throws {@link ControlError} `too_large`, or `invalid_input` if the bytes aren't UTF-8
 */
export async function collectText(stream: ReadableStream<Uint8Array> | null, declaredSize = 0): Promise<string> {
  const { bytes, ended, error } = await readBytes(stream, declaredSize > maxStateBytes ? 0 : maxStateBytes);
  if (ended === "too_large") throw new ControlError("too_large", `it is larger than ${maxStateMebibytes} MiB`);
  if (ended === "failed") throw error;
  // PowerShell writes UTF-16 to a file.
  const encoding = bytes[0] === 0xff ? "utf-16le" : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return rejectText("is not UTF-8");
  }
}

/**
 * Parses JSON. The error shows no part of the text, which may be large.
 *
 * @throws {@link ControlError} `invalid_input`
 */
export function parseJsonOrReject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return rejectText(`is not JSON${locateSyntaxError(text, error)}`);
  }
}

/** Rejects a text. The problem is the end of a sentence, such as `is not JSON`. */
export function rejectText(problem: string): never {
  throw new ControlError("invalid_input", `it ${problem}`, { problems: [{ path: "", message: problem }] });
}

/** Returns where a text isn't JSON, to be read after what is wrong; nothing if the error of the platform doesn't say it. */
export function locateSyntaxError(text: string, error: unknown): string {
  const [, offset] = /at position (\d+)/.exec(String(error)) ?? [];
  if (offset === undefined) return "";
  const lines = text.slice(0, Number(offset)).split("\n");
  return `: syntax error at line ${lines.length} column ${(lines.at(-1) ?? "").length + 1}`;
}
