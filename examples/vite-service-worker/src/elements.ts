/** Finds an element that index.html holds. */
export function find<Element extends HTMLElement>(selector: string, within: ParentNode = document): Element {
  const element = within.querySelector<Element>(selector);
  if (!element) throw new Error(`index.html holds no ${selector}.`);
  return element;
}

export function say(text: string): void {
  find("[role=status]").textContent = text;
}
