import type { ReferenceServer } from "@knowledge-base/server";
import { expect } from "vitest";

type Server = Pick<ReferenceServer, "fetch">;
type Fields = Readonly<Record<string, string>>;

// Reads a page of the messaging platform as a browser without styles shows it: its texts, and its terms with their descriptions.
async function readPage(response: Response) {
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = await response.text();
  const part = (pattern: RegExp) => textOf(pattern.exec(html)?.[1] ?? "");
  const terms = html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g);
  return {
    html,
    status: response.status,
    title: part(/<title>([^<]*)<\/title>/),
    heading: part(/<h1>(.*?)<\/h1>/s),
    text: part(/<main>(.*)<\/main>/s),
    terms: Object.fromEntries(Array.from(terms, ([, term = "", description = ""]) => [term, textOf(description)])),
  };
}

const entities: Fields = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function textOf(html: string): string {
  const decode = (_: string, code: string | undefined, name = "") =>
    code === undefined ? (entities[name] ?? "") : String.fromCharCode(Number(code));
  const text = html.replaceAll(/<[^>]*>/g, "").replaceAll(/&(?:#(\d+)|(\w+));/g, decode);
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Opens a page. */
export const openPage = async (server: Server, url: string) => readPage(await server.fetch(url));

/** Returns the state of an authorization URL. */
export const oauthStateOf = (authorizationUrl: string) => new URL(authorizationUrl).searchParams.get("state") ?? "";

/** Sends the form of the consent page, by default as the page itself does. */
export function sendForm(
  server: Server,
  authorizationUrl: string,
  fields: Fields | string[][],
  headers: Fields = { origin: new URL(authorizationUrl).origin, "sec-fetch-site": "same-origin" },
): Promise<Response> {
  const url = authorizationUrl.replace(/\?.*/, "?");
  return server.fetch(url, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields as Fields),
    redirect: "manual",
  });
}

/** Decides an authorization on its page. */
export const decideOnPage = (
  server: Server,
  authorizationUrl: string,
  decision: "approve" | "deny",
  teamName = "Workspace",
) => sendForm(server, authorizationUrl, { state: oauthStateOf(authorizationUrl), teamName, decision });

/** Returns the URL to which a decision redirects the browser. */
export function readRedirect(response: Response): string {
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

/** Reads the page that explains why an authorization cannot continue. */
export async function readProblem(response: Response): Promise<{ readonly code: string; readonly message: string }> {
  const { status, text, html } = await readPage(response);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(html).not.toContain("<form");
  const [, message = "", code = ""] = /continue (.*) ([a-z_\d]+)$/.exec(text) ?? [];
  return { code, message };
}
