import { html, type TemplateResult } from "lit-html";
import type { App } from "./app.ts";
import type { Loaded } from "./cache.ts";
import { loadedView } from "./loaded-view.ts";

/** Records of a list that are shown at first, and more of them with each press of the button. */
const pageSize = 100;

/** The largest limit of a list of the server. */
const maxShown = 1000;

/**
 * Renders a list of records: the first hundred, and a button for more.
 *
 * @param isCut - checks whether there may be more records; by default whether there are as many as the limit
 */
export function pagedList<Item>(
  app: App,
  name: string,
  load: (limit: number) => Loaded<readonly Item[]>,
  render: (items: readonly Item[]) => TemplateResult,
  {
    max = maxShown,
    isCut = (items, limit) => items.length >= limit,
  }: { readonly max?: number; readonly isCut?: (items: readonly Item[], limit: number) => boolean } = {},
): TemplateResult {
  const limit = app.model.shownItems[name] ?? pageSize;
  return loadedView(load(limit), (items) => {
    const showMore = () => app.update({ shownItems: { ...app.model.shownItems, [name]: Math.min(max, limit + 300) } });
    if (!isCut(items, limit)) return render(items);
    return html`${render(items)}
      <p class="more">
        ${limit < max ? html`<button type="button" @click=${showMore}>Show more</button>` : html`Only the first ${max} are shown.`}
      </p>`;
  });
}
