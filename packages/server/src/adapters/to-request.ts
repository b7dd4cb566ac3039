/** Whether an argument of `fetch` is a `Request`, of any realm: test environments bring one of their own. */
export function isRequest(input: string | URL | Request): input is Request {
  return typeof input === "object" && "headers" in input;
}

/** Makes a `Request` of the arguments of `fetch`; a `Request` that comes alone and unread stays as it is. */
export function toRequest(input: string | URL | Request, init: RequestInit | undefined): Request {
  return isRequest(input) && !init && !input.bodyUsed ? input : new Request(input, init);
}
