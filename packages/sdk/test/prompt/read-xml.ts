/** An element of an XML document. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** The text between its tags, without that of its children. */
  readonly text: string;
}

const entities: ReadonlyMap<string, string> = new Map([
  ["&amp;", "&"],
  ["&lt;", "<"],
  ["&gt;", ">"],
  ["&quot;", '"'],
  ["&apos;", "'"],
]);
const noXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/u;

/** Reads an XML document of one element, and throws if it is not well-formed. It knows elements, attributes and text. */
export function readXml(document: string): XmlElement {
  if (noXml.test(document)) throw new Error("The document holds a character that XML does not allow");
  let rest = document;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    const match = pattern.exec(rest);
    if (match === null) return undefined;
    rest = rest.slice(match[0].length);
    return match;
  };
  const element = (): XmlElement => {
    const [, name = "", written = ""] = take(/^<([a-z-]+)((?: [a-z-]+="[^"<]*")*)>/) ?? fail(rest);
    const children: XmlElement[] = [];
    let text = "";
    for (;;) {
      text += plain(take(/^[^<]*/)?.[0] ?? "");
      if (take(/^<\/([a-z-]+)>/)?.[1] === name) return { name, attributes: attributesOf(written), children, text };
      children.push(element());
    }
  };
  const root = element();
  return rest === "" ? root : fail(rest);
}

function attributesOf(written: string): Record<string, string> {
  const pairs = Array.from(written.matchAll(/ ([a-z-]+)="([^"]*)"/g), ([, name = "", value = ""]) => [
    name,
    plain(value),
  ]);
  const attributes: Record<string, string> = Object.fromEntries(pairs);
  return Object.keys(attributes).length === pairs.length ? attributes : fail(written);
}

function plain(text: string): string {
  if (text.includes("]]>")) fail(text);
  return text.replace(/&(?:[a-z]+;)?/g, (reference) => entities.get(reference) ?? fail(reference));
}

function fail(at: string): never {
  throw new Error(`The document is not well-formed at ${JSON.stringify(at.slice(0, 80))}`);
}
