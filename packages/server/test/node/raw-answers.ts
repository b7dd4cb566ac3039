/** An answer as it came over a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Takes apart the answers that came over a connection. Each has an end, and its body, if any, is JSON. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const [head, afterHead] = cutAt(rest, "\r\n\r\n");
    const [statusLine = "", ...lines] = head.split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
    const length = headers.get("content-length");
    const [body, afterBody] = length === null ? readChunks(afterHead) : splitAt(afterHead, Number(length));
    answers.push({ status: Number(statusLine.split(" ")[1]), headers, body: body === "" ? "" : JSON.parse(body) });
    rest = afterBody;
  }
  return answers;
}

/** Puts a body together that came in chunks, and gives what follows it. */
export function readChunks(text: string): [body: string, rest: string] {
  const [size, afterSize] = cutAt(text, "\r\n");
  const [chunk, afterChunk] = splitAt(afterSize, Number.parseInt(size, 16));
  const next = afterChunk.slice("\r\n".length);
  if (chunk === "") return ["", next];
  const [body, rest] = readChunks(next);
  return [chunk + body, rest];
}

function cutAt(text: string, mark: string): [before: string, after: string] {
  const index = text.indexOf(mark);
  if (index === -1) throw new Error(`There is no end in ${JSON.stringify(text)}`);
  return [text.slice(0, index), text.slice(index + mark.length)];
}

function splitAt(text: string, index: number): [before: string, after: string] {
  return [text.slice(0, index), text.slice(index)];
}
