import type { Sentence } from "./sentence.ts";

/** Specification, section 4. */
export const endpointsSentences = {
  "4/key-header": { text: "All requests carry the `x-api-key` header (section 5)." },
  "4/json": { text: "Bodies are JSON." },
  "4/path-parameters": { text: "Path parameters are strings and required." },
  "4.1/request": { text: "PATCH `/v1/brains/{brainId}/messaging/bindings/{bindingId}`" },
  "4.1/content-type": { text: "Header `Content-Type: application/json`." },
  "4.1/body": {
    text: "Body (all fields optional; omitted fields are left unchanged; an empty object is a valid body):",
  },
  "4.1/notifyBriefs": { text: "| notifyBriefs | boolean | Receive daily summary of brain updates |" },
  "4.1/notifyConnections": {
    text: "| notifyConnections | boolean | Get notified when strong new connections are discovered |",
  },
  "4.1/notifyChanges": { text: "| notifyChanges | boolean | Get notified when pages are updated with new knowledge |" },
  "4.1/success": { text: "200: a ChannelBinding (2.5) with the updated flags." },
  "4.1/errors": { text: "Errors: 400 (validation failed), 401, 404 (brain or installation not found)." },
  "4.2/request": { text: "POST `/v1/brains/{brainId}/pages/{slug}/archive`" },
  "4.2/no-body": { text: "No body." },
  "4.2/slug": { text: "`slug` is the page slug." },
  "4.2/success": { text: "201: a Page (2.1)." },
  "4.2/errors": {
    text: "Errors: 400 (validation failed; the description also cites empty title/body and slug already in use), 401, 404 (brain, page, change or connection not found).",
  },
  "4.3/request": { text: "GET `/v1/brains/{brainId}/messaging/channels`" },
  "4.3/installation-id": {
    text: "Query parameter: `installationId` (string, required): installation id returned by the status endpoint.",
  },
  "4.3/channels": {
    text: "Lists the channels visible to the service's bot in the installation; `isMember` tells whether the bot was already added.",
  },
  "4.3/success": { text: "200: a JSON array of Channel (2.6)." },
  "4.3/errors": { text: "Errors: 400, 401, 404 (brain or installation not found)." },
  "4.4/request": { text: "GET `/v1/brains/{brainId}/index`" },
  "4.4/limit": { text: "Query parameter: `limit` (integer, optional)." },
  "4.4/top-pages": { text: "Returns a compact index of the brain's top pages for injection into an LLM prompt." },
  "4.4/pinned-first": { text: "Pinned entries come first." },
  "4.4/success": { text: "200: a JSON array of IndexEntry (2.4)." },
  "4.4/errors": { text: "Errors: 400, 401, 404 (brain, page, change or connection not found)." },
  "4.5/request": { text: "POST `/v1/brains/{brainId}/messaging/oauth/start`" },
  "4.5/no-body": { text: "No body." },
  "4.5/signed-url": { text: "Creates a signed installation URL for the brain." },
  "4.5/callback": {
    text: "The client redirects the user to `authorizationUrl`; the platform then sends the user back to the client's redirect URL with `code` and `state`, which the client passes to an operation named `confirmOauth`.",
  },
  "4.5/expiry": { text: "The signed state expires at `expiresAt`." },
  "4.5/success": { text: "200: OAuthStart result (2.7)." },
  "4.5/errors": { text: "Errors: 400, 401, 404 (brain or installation not found)." },
  "4.6/request": { text: "DELETE `/v1/brains/{brainId}/messaging/bindings/{bindingId}`" },
  "4.6/no-body": { text: "No body." },
  "4.6/one-channel": { text: "Disconnects one channel from the brain." },
  "4.6/unaffected": { text: "The installation and other bindings are unaffected." },
  "4.6/success": { text: "200: Disconnect result (2.8)." },
  "4.6/errors": { text: "Errors: 400, 401, 404 (brain or installation not found)." },
  "4.6/not-shown": {
    text: "The status endpoint, `confirmOauth`, the restore operation, and any other operations are named but their method, path and payload are not shown.",
    isOpen: true,
  },
} as const satisfies Record<string, Sentence>;
