import { choices } from "../../choices.ts";
import type { HttpRequest } from "../http-message.ts";
import { PageRefusal } from "./page-refusal.ts";

/** What a user decided on the consent page. */
export interface Decision {
  readonly approves: boolean;
  /** The form's states: one, unless somebody else wrote the form. */
  readonly states: readonly string[];
  readonly teamName: string | undefined;
}

/**
 * Reads the form of the consent page.
 *
 * @throws {@link PageRefusal} where another site sent it, or it is no such form
 */
export function readDecision(request: HttpRequest): Decision {
  if (!comesFromOwnPage(request)) {
    throw new PageRefusal(403, "foreign_page", "The decision came from a page of another site. Decide on this one.");
  }
  if (!/^application\/x-www-form-urlencoded\s*(;|$)/i.test(request.header("content-type") ?? "")) {
    throw new PageRefusal(415, "not_a_form", "Content-Type must be application/x-www-form-urlencoded.");
  }
  if (request.body.length > choices.bodyLimitBytes) {
    throw new PageRefusal(413, "too_large", `The form exceeds ${choices.bodyLimitBytes} bytes.`);
  }
  const form = new URLSearchParams(request.body);
  const decision = form.get("decision");
  if (decision !== "approve" && decision !== "deny") {
    throw new PageRefusal(400, "no_decision", "The field decision must be approve or deny.");
  }
  const teamName = form.get("teamName")?.trim();
  return { approves: decision === "approve", states: form.getAll("state"), teamName: teamName || undefined };
}

/**
 * Whether a form comes from the consent page itself, or from a program. Behind a proxy or under another name of the
 * machine, the server knows less of its own origin than the browser, which says what it has compared.
 */
function comesFromOwnPage(request: HttpRequest): boolean {
  const site = request.header("sec-fetch-site");
  if (site !== null) return site === "same-origin";
  const sender = request.header("origin");
  return sender === null || sender === request.origin || URL.parse(sender)?.host === request.header("host");
}
