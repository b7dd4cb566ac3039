/** An answer as it came over a connection. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Takes apart the answers that came over a connection. All of them have a content length and, if any, a JSON body. */
export function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ""; ) {
    const [head = "", ...bodies] = rest.split("\r\n\r\n");
    const [statusLine = "", ...lines] = head.split("\r\n");
    const headers = new Headers(lines.map((line) => line.split(": ") as [string, string]));
    const length = Number(headers.get("content-length"));
    const body = bodies.join("\r\n\r\n").slice(0, length);
    answers.push({ status: Number(statusLine.split(" ")[1]), headers, body: body === "" ? "" : JSON.parse(body) });
    rest = rest.slice(head.length + 4 + length);
  }
  return answers;
}
