import type { ReceivedResponse } from "./find-response-problem.ts";

/**
 * Parses the responses on a connection, without those of status 100. A response to HEAD has no
 * body.
 *
 * @throws Error if the bytes are not responses
 */
export function readResponses(received: Buffer, isHead: boolean): ReceivedResponse[] {
  const responses: ReceivedResponse[] = [];
  for (let rest = received; rest.length > 0; ) {
    const end = rest.indexOf("\r\n\r\n");
    const [statusLine = "", ...lines] = rest.subarray(0, end).toString("latin1").split("\r\n");
    const [, status = ""] = /^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(statusLine) ?? [];
    if (end === -1 || status === "")
      throw new Error(`this is not a response: ${rest.toString("latin1").slice(0, 200)}`);
    const headers = new Headers(lines.map((line) => line.split(/: (.*)/s, 2) as [string, string]));
    const following = rest.subarray(end + 4);
    const hasBody = !isHead || !/^(HTTP|$)/.test(following.subarray(0, 4).toString("latin1"));
    const length = hasBody ? Number(headers.get("content-length")) : 0;
    const body = following.subarray(0, length);
    if (body.length < length) throw new Error("a response is shorter than its content-length");
    if (status !== "100") {
      responses.push({ status: Number(status), contentType: headers.get("content-type"), text: body.toString() });
    }
    rest = following.subarray(length);
  }
  return responses;
}
