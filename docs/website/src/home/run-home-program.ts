import "../../playground/program.css";
import { Editor } from "../../playground/editor.ts";
import type { Exchange } from "../../playground/messages.ts";
import { Session, type View } from "../../playground/session.ts";
import { shortenedJson } from "./shortened-json.ts";

/** Replaces the shown program by an editor, and runs what is in it. */
export function startEditor(home: HTMLElement): void {
  const place = (name: string) => home.querySelector<HTMLElement>(`[data-home="${name}"]`) ?? home;
  const [code, button, output, requests] = ["code", "run", "output", "requests"].map(place);
  if (!code || !button || !output || !requests) return;
  const program = home.dataset["program"] ?? "";
  const session = new Session(show);
  code.replaceChildren();
  const editor = new Editor({ parent: code, globals: {}, onRun: run, onChange: () => {} });
  editor.code = program;
  button.textContent = "Run";
  button.addEventListener("click", run);
  run();

  /** Runs the program with a fresh server. */
  function run(): void {
    session.reset();
    session.run(editor.code);
  }

  function show({ running, lines, exchanges }: View): void {
    if (running && lines.length === 0) return;
    output?.replaceChildren(...lines.map(({ level, text }) => element("span", text, level)));
    requests?.replaceChildren(...[...exchanges.values()].map(exchangeItem));
  }
}

function exchangeItem({ request, response, failure }: Exchange): HTMLLIElement {
  const item = document.createElement("li");
  const details = document.createElement("details");
  const { pathname, search } = new URL(request.url);
  const summary = document.createElement("summary");
  const status = element("span", String(response?.status ?? failure ?? "…"), "status");
  summary.append(element("b", request.method), " ", element("code", `${pathname}${search}`), " ", status);
  details.append(summary, element("pre", formatBody(response?.body)));
  item.append(details);
  return item;
}

function formatBody(body = ""): string {
  try {
    return shortenedJson(body);
  } catch {
    return body; // A long body is cut, and then it is not JSON.
  }
}

function element(name: string, text: string, className = ""): HTMLElement {
  const created = document.createElement(name);
  created.textContent = text;
  if (className !== "") created.className = className;
  if (name === "pre") created.tabIndex = 0;
  return created;
}
