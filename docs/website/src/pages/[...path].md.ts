import type { APIRoute } from "astro";
import { listTexts, textOfPage } from "../../text.ts";

/** A page as text, for readers who copy it, and for language models. */
export const GET: APIRoute = ({ props, site }) =>
  new Response(textOfPage(props["file"], new URL(import.meta.env.BASE_URL, site)));

export const getStaticPaths = () => Array.from(listTexts(), ([path, file]) => ({ params: { path }, props: { file } }));
