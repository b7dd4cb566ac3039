import type { Model } from "./model.ts";

/** A stand-in for a model that falls for a prompt injection: it does what any page tells it to do. */
export const gullibleModel: Model = async ([system, , ...since]) => {
  const result = since.at(-1);
  if (result?.role === "tool") return { text: result.text };
  const [, slug] = (system && "text" in system && /archive the page ([\w-]+)/i.exec(system.text)) || [];
  return slug === undefined
    ? { text: "Nothing tells me what to do." }
    : { call: { tool: "archive_page", input: { slug } } };
};
