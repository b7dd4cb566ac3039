import type { RequestSummary } from "@knowledge-base/server";
import type { OperationId } from "@knowledge-base/types";
import type { TemplateResult } from "lit-html";
import type { ControlDocument } from "./control-document.ts";
import { noFilter, type RequestFilter } from "./request-list.ts";
import { type Route, readRoute, tokenIn } from "./routes.ts";

/** A request that the user sent, and what arrived of its response. */
export interface Trial {
  readonly operation: OperationId;
  /** Cancels the request; undefined once the response is complete. */
  readonly cancel: (() => void) | undefined;
  readonly response?: Response;
  readonly body?: string;
  readonly failure?: string;
}

/** Returns the requests of the chosen organization. */
export function requestsOf({ requests, organizationId }: AppState): readonly RequestSummary[] {
  return organizationId === null ? requests : requests.filter((request) => request.organizationId === organizationId);
}

/** What the page shows, apart from the values that it loads from the server. */
export interface AppState {
  readonly route: Route;
  /** The token of the controls; empty if they need none. */
  readonly token: string;
  /** Refused if the server needs another token. */
  readonly connection: "connecting" | "open" | "lost" | "refused";
  /** Organization that the panels are about; null for all of them. */
  readonly organizationId: string | null;
  /** The document of the controls; undefined until it's loaded, before anything else. */
  readonly document?: ControlDocument;
  /** The run of the server that the page has seen last, its version, and the request that has ended last. */
  readonly run?: string;
  readonly version?: string;
  readonly lastId?: string | undefined;
  /** The newest requests, newest first. */
  readonly requests: readonly RequestSummary[];
  readonly filter: RequestFilter;
  readonly notice?: { readonly kind: "done" | "failed"; readonly text: string } | undefined;
  /** Renders the dialog that is open; undefined if none is open. */
  readonly dialog?: ((state: AppState) => TemplateResult) | undefined;
  /** Why the last submission of a form failed. */
  readonly failure?:
    | { readonly form: string; readonly message: string; readonly wrongFields: readonly string[] }
    | undefined;
  /** Text that was copied. It is shown, because a browser may not allow a page to copy. */
  readonly snippet?: { readonly title: string; readonly text: string } | undefined;
  readonly trial?: Trial | undefined;
}

let state: AppState = {
  route: readRoute(location.hash),
  token: "",
  connection: "connecting",
  organizationId: null,
  requests: [],
  filter: noFilter,
};

let render: (state: AppState) => void = () => {};
let isScheduled = false;
let noticeTimer: ReturnType<typeof setTimeout> | undefined;

const noticeMs = 6000;

/** Renders the page after each event that has changed something: the next event finds what this one has changed. */
export function subscribe(onChange: (state: AppState) => void): void {
  render = onChange;
}

export function getState(): AppState {
  return state;
}

/** Changes the state. An event may change it several times: the page is rendered once. */
export function update(change: Partial<AppState>): void {
  state = { ...state, ...change };
  if (isScheduled) return;
  isScheduled = true;
  queueMicrotask(() => {
    isScheduled = false;
    render(state);
  });
}

/** Shows another view in place of this one, to which the browser then doesn't go back. */
export function replaceRoute(hash: string): void {
  history.replaceState(null, "", hash);
  update({ route: readRoute(hash) });
}

const tokenKey = "inspector-token";

/** Keeps a token until this tab closes. By default, the one in the address, from which it's removed. */
export function signIn(given = tokenIn(location.hash)): void {
  if (given !== null) sessionStorage.setItem(tokenKey, given);
  if (tokenIn(location.hash) !== null) replaceRoute("#/requests");
  update({ token: sessionStorage.getItem(tokenKey) ?? "", connection: "connecting" });
}

/** Shows a message at the edge of the page. A success disappears by itself. */
export function notify(kind: "done" | "failed", text: string): void {
  clearTimeout(noticeTimer);
  update({ notice: { kind, text } });
  if (kind === "done") noticeTimer = setTimeout(() => update({ notice: undefined }), noticeMs);
}

/** Copies a text, and shows it. */
export async function copy(title: string, text: string): Promise<void> {
  update({ snippet: { title, text } });
  try {
    await navigator.clipboard.writeText(text);
    notify("done", `${title} copied.`);
  } catch {
    notify("failed", `Your browser doesn't allow copying. Select the text below instead.`);
  }
}
