import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import { nameOf } from "../../core/record-names.ts";
import { linkTo } from "../../core/route.ts";

/** Renders a link to a record. */
export function treeLink(
  selected: readonly string[],
  path: readonly string[],
  name: string,
  id: string,
): TemplateResult {
  const isCurrent =
    path.length === Math.min(selected.length, 3) && path.every((part, index) => part === selected[index]);
  return html`<a href=${linkTo("state", ...path)} aria-current=${isCurrent ? "page" : "false"}>
    ${dataText(nameOf(name, id), 80)} <small>${dataText(id, 60)}</small>
  </a>`;
}
