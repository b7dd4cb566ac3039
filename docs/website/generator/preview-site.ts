import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Plugin, type PreviewServer, preview } from "vite";

/** Serves a built site as hosts do, with its own page for unknown addresses. */
export function previewSite(folder: string, port: number): Promise<PreviewServer> {
  return preview({
    configFile: false,
    plugins: [notFoundPage(folder)],
    appType: "mpa",
    build: { outDir: resolve(folder) },
    preview: { port },
    logLevel: "warn",
  });
}

function notFoundPage(folder: string): Plugin {
  return {
    name: "not-found-page",
    // The returned function adds a handler after those that find files, and that add index.html to the path of a folder.
    configurePreviewServer: (server) => () => {
      server.middlewares.use(({ url = "" }, response, next) => {
        if (url.endsWith(".html")) {
          next();
          return;
        }
        response.writeHead(404, { "content-type": "text/html; charset=utf-8" });
        response.end(readFileSync(join(folder, "404.html")));
      });
    },
  };
}
