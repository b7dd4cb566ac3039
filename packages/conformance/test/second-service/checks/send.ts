import { setTimeout as wait } from "node:timers/promises";
import { expect } from "vitest";
import type { Subject } from "./subject.ts";

interface SentRequest {
  readonly method: string;
  /** With the query string, without `/v1`. */
  readonly path: string;
  /** Sent as JSON, or as it is if it is text. */
  readonly body?: unknown;
  /** Sent instead of the key of the organization. `null` sends no header. */
  readonly key?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

interface ReceivedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly value: unknown;
}

/** Sends a request, again if there were too many, and returns the response, which must be JSON. */
export async function send(subject: Subject, request: SentRequest): Promise<ReceivedResponse> {
  const { method, path, body, key = subject.records.apiKey, headers } = request;
  const response = await fetch(`${subject.service.baseUrl}/v1${path}`, {
    method,
    headers: {
      ...(key !== null && { "x-api-key": key }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  if (response.status === 429) {
    await wait(1);
    return send(subject, request);
  }
  expect(response.headers.get("content-type")).toMatch(/^application\/json\b/i);
  expect(text, "The body is empty").not.toBe("");
  return { status: response.status, headers: response.headers, value: JSON.parse(text) };
}
