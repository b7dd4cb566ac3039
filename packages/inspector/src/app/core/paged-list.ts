import { html, type TemplateResult } from "lit-html";
import type { App } from "./app.ts";
import type { Loaded } from "./cache.ts";
import { loadedView } from "./loaded-view.ts";

/** Records of a list that are shown at first, and more of them with each press of the button. */
const pageSize = 100;

/** The largest limit of a list of the server. */
const maxShown = 1000;

/** Renders a list of records: the first hundred, and a button for more. */
export function pagedList<Item>(
  app: App,
  name: string,
  load: (limit: number) => Loaded<readonly Item[]>,
  render: (items: readonly Item[]) => TemplateResult,
): TemplateResult {
  const limit = app.model.shownItems[name] ?? pageSize;
  return loadedView(load(limit), (items) => {
    const showMore = () =>
      app.update({ shownItems: { ...app.model.shownItems, [name]: Math.min(maxShown, limit + 300) } });
    if (items.length < limit) return render(items);
    return html`${render(items)}
      <p class="more">
        ${limit < maxShown ? html`<button type="button" @click=${showMore}>Show more</button>` : html`Only the first ${maxShown} are shown.`}
      </p>`;
  });
}
