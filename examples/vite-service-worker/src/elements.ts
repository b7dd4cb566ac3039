/** Finds an element of index.html. */
export function find<Element extends HTMLElement>(
  selector: string,
  within: ParentNode = document,
): Element {
  const element = within.querySelector<Element>(selector);
  if (!element) throw new Error(`index.html has no ${selector}.`);
  return element;
}

export function say(text: string): void {
  find("[role=status]").textContent = text;
}
