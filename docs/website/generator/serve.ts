import { previewSite } from "./preview-site.ts";
import { folders } from "./site-folders.ts";

// Serves the site that `npm run docs` has built.

const server = await previewSite(folders.site, 4173);
server.printUrls();
