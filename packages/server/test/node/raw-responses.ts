/** A response as it was received on a connection. */
export interface RawResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Parses the responses that were received on a connection. Each must be complete, and its body, if any, must be JSON. */
export function parseResponses(text: string): RawResponse[] {
  const responses: RawResponse[] = [];
  for (let rest = text; rest !== ""; ) {
    const [head, afterHead] = splitAtText(rest, "\r\n\r\n");
    const [statusLine = "", ...lines] = head.split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
    const length = headers.get("content-length");
    const [body, afterBody] = length === null ? parseChunks(afterHead) : splitAtIndex(afterHead, Number(length));
    responses.push({ status: Number(statusLine.split(" ")[1]), headers, body: body === "" ? "" : JSON.parse(body) });
    rest = afterBody;
  }
  return responses;
}

/** Joins the chunks of a body. Returns the body and the text after it. */
export function parseChunks(text: string): [body: string, rest: string] {
  const [size, afterSize] = splitAtText(text, "\r\n");
  const [chunk, afterChunk] = splitAtIndex(afterSize, Number.parseInt(size, 16));
  const next = afterChunk.slice("\r\n".length);
  if (chunk === "") return ["", next];
  const [body, rest] = parseChunks(next);
  return [chunk + body, rest];
}

function splitAtText(text: string, separator: string): [before: string, after: string] {
  const index = text.indexOf(separator);
  if (index === -1) throw new Error(`Failed to parse ${JSON.stringify(text)}: it is not complete.`);
  return [text.slice(0, index), text.slice(index + separator.length)];
}

function splitAtIndex(text: string, index: number): [before: string, after: string] {
  return [text.slice(0, index), text.slice(index)];
}
