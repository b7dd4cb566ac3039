import type { App } from "./app.ts";

/** Copies a text, and shows it: a browser may not allow a page to copy. */
export async function copyText(app: App, title: string, text: string): Promise<void> {
  app.update({ snippet: { title, text } });
  try {
    await navigator.clipboard.writeText(text);
    app.notify({ kind: "done", text: `${title} was copied.` });
  } catch {
    app.notify({ kind: "failed", text: `The browser did not allow copying. ${title} is shown below.` });
  }
}
