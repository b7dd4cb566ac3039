import type { IndexEntry } from "@knowledge-base/sdk";

export function signInView(problem = ""): string {
  return layout(
    "Sign in",
    `<p role="alert">${escapeHtml(problem)}</p>
    <form method="post" action="/sign-in">
      <label>API key <input name="key" type="password" required></label>
      <label>Brain <input name="brain" required></label>
      <button>Sign in</button>
    </form>`,
  );
}

export function boardView(entries: readonly IndexEntry[], notice = ""): string {
  return layout(
    "Pages",
    `<p role="status">${escapeHtml(notice)}</p><ul>${entries.map(pageView).join("")}</ul>`,
  );
}

function pageView({ slug, title, summary, pinned }: IndexEntry): string {
  return `<li>
    <h2>${escapeHtml(title)}${pinned ? " <small>pinned</small>" : ""}</h2>
    <p>${escapeHtml(summary)}</p>
    <form method="post" action="/archive">
      <button name="slug" value="${escapeHtml(slug)}" aria-label="Archive ${escapeHtml(title)}">Archive</button>
    </form>
  </li>`;
}

function layout(title: string, body: string): string {
  return `<!doctype html>
  <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${title}</title>
    <style>
      :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
      body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem }
      ul { list-style: none; padding: 0 }
      li { border-top: 1px solid #8884; padding: 1rem 0 }
      h2, li p { margin: 0 0 .5rem; font-size: 1rem }
      label { display: block; margin-bottom: 1rem }
      input { display: block; width: 100%; box-sizing: border-box }
      input, button { font: inherit; padding: .4rem .8rem }
    </style>
    <h1>${title}</h1>
    ${body}
  </html>`;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
