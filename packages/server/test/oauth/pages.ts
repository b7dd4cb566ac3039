import type { ReferenceServer } from "@knowledge-base/server";
import { expect } from "vitest";

type Server = Pick<ReferenceServer, "fetch">;
type Fields = Readonly<Record<string, string>>;

/** A page as a browser without scripts and styles shows it. */
export interface Page {
  readonly status: number;
  readonly title: string;
  readonly heading: string;
  /** The visible text, without tags. */
  readonly text: string;
  /** Method, action, initial values, labels by name, and buttons by text. */
  readonly form?: { readonly head: Fields; readonly fields: Fields; readonly labels: Fields; readonly buttons: Fields };
  /** Terms and their descriptions. */
  readonly terms: Fields;
}

/** Reads a page of the messaging platform. */
export async function readPage(response: Response): Promise<Page> {
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = (await response.text()).replace(/<style>[^<]*<\/style>/, "");
  const part = (pattern: RegExp) => textOf(pattern.exec(html)?.[1] ?? "");
  const [, head, body = ""] = /<form([^>]*)>(.*)<\/form>/s.exec(html) ?? [];
  return {
    status: response.status,
    title: part(/<title>([^<]*)<\/title>/),
    heading: part(/<h1>(.*?)<\/h1>/s),
    text: part(/<main>(.*)<\/main>/s),
    ...(head !== undefined && { form: { head: attributesOf(head), ...readForm(body) } }),
    terms: pairs(html, /<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g, (term, fact) => [textOf(term), textOf(fact)]),
  };
}

function readForm(html: string) {
  const fields = pairs(html, /<input([^>]*)()>/g, (input) => {
    const { name = "", value = "" } = attributesOf(input);
    return [name, value];
  });
  const labels = pairs(html, /<label>([^<]*)<input([^>]*)>/g, (label, input) => [
    attributesOf(input)["name"] ?? "",
    textOf(label),
  ]);
  const buttons = pairs(html, /<button([^>]*)>([^<]*)<\/button>/g, (button, text) => {
    const { name, value } = attributesOf(button);
    return [textOf(text), `${name}=${value}`];
  });
  return { fields, labels, buttons };
}

function pairs(html: string, pattern: RegExp, read: (first: string, second: string) => [string, string]): Fields {
  return Object.fromEntries(Array.from(html.matchAll(pattern), ([, first = "", second = ""]) => read(first, second)));
}

const attributesOf = (tag: string) =>
  pairs(tag, /([a-z]+)(?:="([^"]*)")?/g, (name, value) => [name, unescapeHtml(value)]);

const textOf = (html: string) =>
  unescapeHtml(html.replaceAll(/<[^>]*>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();

const entities: Fields = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}

/** Opens a page. */
export const openPage = async (server: Server, url: string) => readPage(await server.fetch(url));

/** Opens the consent page, fills in its form, presses a button as a browser does, and resolves to the response. */
export async function decideOnPage(
  server: Server,
  authorizationUrl: string,
  button: "Approve" | "Deny",
  fields: Fields = {},
): Promise<Response> {
  const { form = expect.fail("The page has no form") } = await openPage(server, authorizationUrl);
  expect(form.head).toStrictEqual({ method: "post", action: "?" });
  const { origin } = new URL(authorizationUrl);
  const [name = "", value = ""] = form.buttons[button]?.split("=") ?? [];
  return server.fetch(new URL(form.head["action"] ?? "", authorizationUrl), {
    method: "POST",
    headers: { origin, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ ...form.fields, ...fields, [name]: value }),
    redirect: "manual",
  });
}

/** Sends the form of the consent page without opening the page. */
export function sendForm(server: Server, authorizationUrl: string, fields: Fields | string[][], headers: Fields = {}) {
  const { origin, pathname } = new URL(authorizationUrl);
  const body = new URLSearchParams(fields as Fields);
  return server.fetch(origin + pathname, { method: "POST", headers, body });
}

/** Returns the URL to which a decision redirects the browser. */
export function readRedirect(response: Response): string {
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

/** Reads the page that explains why an authorization cannot continue. */
export async function readProblem(response: Response): Promise<{ readonly code: string; readonly message: string }> {
  const { status, text, form } = await readPage(response);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(form).toBeUndefined();
  const [, message = "", code = ""] = /(?:again there|sent you here)\. (?!If )(.*) ([a-z_]+)$/.exec(text) ?? [];
  return { code, message };
}
