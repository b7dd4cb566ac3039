import type { Context } from "../tarballs/consumer/connections.ts";

/** Lets a runtime that serves the handler of `connections.ts` at a URL run the checks. Returns their failures. */
export async function runHandler(ownUrl: string, context: Context): Promise<Record<string, string>> {
  const response = await fetch(ownUrl, { method: "POST", body: JSON.stringify({ ...context, ownUrl }) });
  if (!response.ok) throw new Error(`${ownUrl} responded with ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}
