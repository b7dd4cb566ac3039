import { expect } from "vitest";

/** The visible content and the controls of a page. */
export interface ReadPage {
  readonly status: number;
  readonly title: string;
  readonly heading: string;
  /** The visible text, without tags. */
  readonly text: string;
  readonly form: PageForm | undefined;
  /** Terms and their descriptions. */
  readonly terms: Readonly<Record<string, string>>;
}

/** A form and the fields that a browser would send. */
export interface PageForm {
  readonly method: string;
  readonly action: string;
  /** Initial value of each field that has one. */
  readonly fields: Readonly<Record<string, string>>;
  /** Buttons by their text. */
  readonly buttons: Readonly<Record<string, readonly [name: string, value: string]>>;
  /** The label of each field that has one. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Reads a page as a browser without scripts and styles does. */
export async function readPage(response: Response): Promise<ReadPage> {
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  const html = (await response.text()).replace(/<style>[^<]*<\/style>/, "");
  const form = /<form([^>]*)>(.*)<\/form>/s.exec(html);
  return {
    status: response.status,
    title: textOf(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ""),
    heading: textOf(/<h1>(.*?)<\/h1>/s.exec(html)?.[1] ?? ""),
    text: textOf(/<main>(.*)<\/main>/s.exec(html)?.[1] ?? ""),
    form: form ? readForm(form[1] ?? "", form[2] ?? "") : undefined,
    terms: Object.fromEntries(
      Array.from(html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g), ([, term = "", fact = ""]) => [
        textOf(term),
        textOf(fact),
      ]),
    ),
  };
}

function readForm(head: string, html: string): PageForm {
  const fields = Array.from(html.matchAll(/<input([^>]*)>/g), ([, attributes = ""]) => {
    const input = attributesOf(attributes);
    return [input.get("name") ?? "", input.get("value") ?? ""];
  });
  const labels = Array.from(html.matchAll(/<label>([^<]*)<input([^>]*)>/g), ([, label = "", attributes = ""]) => [
    attributesOf(attributes).get("name") ?? "",
    textOf(label),
  ]);
  const buttons = Array.from(html.matchAll(/<button([^>]*)>([^<]*)<\/button>/g), ([, attributes = "", text = ""]) => {
    const button = attributesOf(attributes);
    return [textOf(text), [button.get("name") ?? "", button.get("value") ?? ""] as const];
  });
  const form = attributesOf(head);
  return {
    method: form.get("method") ?? "",
    action: form.get("action") ?? "",
    fields: Object.fromEntries(fields),
    labels: Object.fromEntries(labels),
    buttons: Object.fromEntries(buttons),
  };
}

function attributesOf(text: string): Map<string, string> {
  const attributes = text.matchAll(/([a-z]+)(?:="([^"]*)")?/g);
  return new Map(Array.from(attributes, ([, name = "", value = ""]) => [name, unescapeHtml(value)]));
}

function textOf(html: string): string {
  return unescapeHtml(html.replaceAll(/<[^>]*>/g, ""))
    .replaceAll(/\s+/g, " ")
    .trim();
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function unescapeHtml(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? "");
}
