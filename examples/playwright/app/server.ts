import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { isKnowledgeBaseError, KnowledgeBase } from "@knowledge-base/sdk";
import { findSession, openSession, type Session } from "./sessions.ts";
import { boardView, signInView } from "./views.ts";

const { KNOWLEDGE_BASE_URL: baseUrl = "http://127.0.0.1:4000", PORT: port = "3000" } =
  process.env;

/** Codes of errors that a wrong key or brain causes. */
const signInErrors: ReadonlySet<string> = new Set([
  "configuration",
  "input",
  "unauthorized",
  "not_found",
]);

const server = createServer((request, response) => {
  handleRequest(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end("Something went wrong.");
  });
});

server.listen(Number(port), "127.0.0.1", () => {
  console.log(`App at http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

async function handleRequest(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const session = findSession(request.headers.cookie);
  const form = new URLSearchParams(await text(request));
  switch (`${request.method} ${request.url}`) {
    case "GET /":
      return session ? showBoard(session, response) : show(response, signInView());
    case "POST /sign-in":
      return signIn(form, response);
    case "POST /archive":
      if (session) session.notice = await archive(session, form.get("slug") ?? "");
      return goHome(response);
    default:
      response.writeHead(404).end("There is no such page.");
  }
}

async function signIn(form: URLSearchParams, response: ServerResponse): Promise<void> {
  const brainId = form.get("brain") ?? "";
  try {
    const kb = new KnowledgeBase({ baseUrl, apiKey: form.get("key") ?? "" });
    await kb.promptIndex.get({ brainId, limit: 1 });
    goHome(response, openSession({ kb, brainId }));
  } catch (error) {
    if (!isKnowledgeBaseError(error)) throw error;
    if (signInErrors.has(error.code))
      show(response, signInView("No brain opens with this key."), 401);
    else
      show(
        response,
        signInView("The knowledge base is not responding. Try again in a minute."),
        503,
      );
  }
}

async function showBoard(session: Session, response: ServerResponse): Promise<void> {
  const { kb, brainId, notice } = session;
  delete session.notice;
  show(response, boardView(await kb.promptIndex.get({ brainId }), notice));
}

async function archive({ kb, brainId }: Session, slug: string): Promise<string> {
  const result = await kb.pages.archive({ brainId, slug }).safe();
  if (result.ok)
    return `“${result.data.title}” was archived on ${result.data.updatedAt.slice(0, 10)}.`;
  return isKnowledgeBaseError(result.error, "not_found")
    ? "Somebody was faster: this page is gone."
    : "The knowledge base is not responding. Nothing was archived.";
}

function show(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(html);
}

function goHome(response: ServerResponse, cookie?: string): void {
  response
    .writeHead(303, { location: "/", ...(cookie && { "set-cookie": cookie }) })
    .end();
}
