import { html } from "hono/html";

/** A part of a page. What `html` puts into it is escaped. */
export type View = ReturnType<typeof html>;

/** Renders a page with the header that all pages share. */
export const layout = (title: string, content: View): View => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Brain channels</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/style.css">
  </head>
  <body>
    <header>
      <a href="/"><img src="/icon.svg" alt="" width="28" height="28">Brain channels</a>
    </header>
    <main>${content}</main>
  </body>
</html>
`;

/** Renders a name that others chose, so that its direction does not change the text around it. */
export const isolated = (text: string): View => html`<bdi>${text}</bdi>`;
