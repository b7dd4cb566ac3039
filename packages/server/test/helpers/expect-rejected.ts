import { STATUS_CODES } from "node:http";
import { expect } from "vitest";
import { buildState, frozenTime, recordsOf } from "./build-state.ts";
import { openServer, type ReceivedResponse, type SendOptions, send } from "./open-server.ts";

/** Returns the complete error response of a server; a list of messages is that of a failed validation. */
export function errorResponse(status: number, path: string, message: string | readonly string[]): ReceivedResponse {
  return {
    status,
    body: {
      statusCode: status,
      timestamp: frozenTime,
      path,
      message: typeof message === "string" ? message : message.join("; "),
      body: { statusCode: status, message, error: STATUS_CODES[status] },
    },
  };
}

/** A request that a server rejects, and the response to it. */
export interface RejectedRequest {
  /** What is wrong with the request, for the title of its test. */
  readonly what?: string;
  /** Method and path. */
  readonly request: string;
  readonly sending?: SendOptions | undefined;
  readonly status: number;
  /** A list if the validation fails. */
  readonly message: string | readonly string[];
}

/** Returns the rejections that all operations have in common. The request is one of the brain of tides. */
export function commonRejections(request: string): RejectedRequest[] {
  const requestFor = (brainId: string) => request.replace("brain_tides", brainId);
  const unreadable = { status: 400, message: ["brainId must be percent-encoded UTF-8"] } as const;
  const unknown = { status: 404, message: "Brain not found" } as const;
  return [
    { what: "no API key", request, sending: { key: null }, status: 401, message: "Missing x-api-key header" },
    { what: "a wrong API key", request, sending: { key: "wrong" }, status: 401, message: "Invalid x-api-key" },
    { what: "a brain id that isn't UTF-8", request: requestFor("%ff"), ...unreadable },
    { what: "a brain that doesn't exist", request: requestFor("brain_moon"), ...unknown },
    { what: "a brain of another organization", request: requestFor("brain_south"), ...unknown },
  ];
}

/** Returns the rejections that all operations of a binding have in common. */
export function bindingRejections(requestFor: (brainId: string, bindingId: string) => string): RejectedRequest[] {
  const ids = ["brainId must be percent-encoded UTF-8", "bindingId must be percent-encoded UTF-8"];
  const unknown = { status: 404, message: "Binding not found" };
  return [
    { what: "ids that aren't UTF-8", request: requestFor("%ff", "%fe"), status: 400, message: ids },
    ...commonRejections(requestFor("brain_tides", "binding_deck")),
    { what: "a binding that doesn't exist", request: requestFor("brain_tides", "binding_moon"), ...unknown },
    { what: "a binding of another brain", request: requestFor("brain_tides", "binding_ropes"), ...unknown },
    { what: "a binding of another organization", request: requestFor("brain_tides", "binding_south"), ...unknown },
  ];
}

/** Expects the complete error response to a request, and the records of the server to be unchanged. */
export async function expectRejected({ request, sending, status, message }: RejectedRequest): Promise<void> {
  const server = openServer();
  const [, path = ""] = /^\S+ ([^?]*)/.exec(request) ?? [];
  expect(await send(server, request, sending)).toStrictEqual(errorResponse(status, path, message));
  expect(recordsOf(server)).toStrictEqual(buildState());
}
