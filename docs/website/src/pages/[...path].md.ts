import type { APIRoute } from "astro";
import { documents, pageOf } from "../../documents.ts";
import { toText } from "../../markdown.ts";

/** A document as text, for readers who copy it. */
export const GET: APIRoute = ({ props, site }) =>
  new Response(toText(props["document"], new URL(import.meta.env.BASE_URL, site).href));

export const getStaticPaths = () =>
  documents.map((document) => ({ params: { path: pageOf(document) }, props: { document } }));
