import type { ReferenceServer } from "@knowledge-base/server";
import { expect } from "vitest";
import type { StepError } from "./catch-control-error.ts";
import { type ReadPage, readPage } from "./read-page.ts";

/** Opens the consent page, fills in its form, presses a button as a browser does, and resolves to the response. */
export async function decideOnPage(
  server: Pick<ReferenceServer, "fetch">,
  authorizationUrl: string,
  button: "Approve" | "Deny",
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { form } = await openPage(server, authorizationUrl);
  if (!form) throw new Error("The page has no form");
  expect(form.method).toBe("post");
  const pressed = form.buttons[button];
  if (!pressed) throw new Error(`The page has no button ${button}`);
  const action = new URL(form.action, authorizationUrl);
  return server.fetch(action, {
    method: "POST",
    headers: { origin: action.origin, "sec-fetch-site": "same-origin" },
    body: new URLSearchParams({ ...form.fields, ...fields, [pressed[0]]: pressed[1] }),
    redirect: "manual",
  });
}

/** Opens a page of the messaging platform. */
export async function openPage(server: Pick<ReferenceServer, "fetch">, url: string | URL): Promise<ReadPage> {
  return readPage(await server.fetch(url));
}

/** Returns the URL to which a decision redirects the browser. */
export function readRedirect(response: Response): string {
  expect(response.status).toBe(303);
  return response.headers.get("location") ?? "";
}

/** Sends the form of the consent page without opening the page. */
export function sendForm(
  server: Pick<ReferenceServer, "fetch">,
  authorizationUrl: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const { origin, pathname } = new URL(authorizationUrl);
  return server.fetch(origin + pathname, { method: "POST", headers, body: new URLSearchParams(fields) });
}

/** Reads the page that explains why an authorization cannot continue. */
export async function readProblemPage(response: Response): Promise<StepError> {
  const { status, text, form } = await readPage(response);
  expect(status).toBeGreaterThanOrEqual(400);
  expect(form).toBeUndefined();
  const [, message = "", code = ""] = /(?:again there|sent you here)\. (?!If )(.*) ([a-z_]+)$/.exec(text) ?? [];
  return { code, message };
}
