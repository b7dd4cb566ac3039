// Compiles the declarations for `require`.
import sdk = require("@knowledge-base/sdk");
import server = require("@knowledge-base/server");
import types = require("@knowledge-base/types");

const { baseUrl, apiKey, fetch } = server.createReferenceServer();
const kb = new sdk.KnowledgeBase({ baseUrl, apiKey, fetch });

const page: Promise<types.Page> = kb.pages.archive({ brainId: "brain", slug: "page" });
export = page;
