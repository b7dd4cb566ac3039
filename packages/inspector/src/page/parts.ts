import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { dataText } from "../components.ts";
import type { Loaded } from "./live.ts";

export function emptyState(title: string, text: unknown, action: unknown = nothing): TemplateResult {
  return html`<div class="empty stack"><strong>${title}</strong> <p>${text}</p> <p>${action}</p></div>`;
}

/** Shown if only other organizations than the chosen one have something. */
export const noneOfOrganization = emptyState("Nothing of this organization.", "Others have some: choose them above.");

export const loading = html`<p class="hint empty" aria-busy="true">Loading…</p>`;

export function failureView(text: unknown): TemplateResult {
  return html`<p class="failure" role="alert">${text}</p>`;
}

/** Renders a value of the server, or why there is no value. */
export function loadedView<Value>({ value, error }: Loaded<Value>, render: (value: Value) => unknown): unknown {
  if (value !== undefined) return render(value);
  return error === undefined ? loading : failureView(dataText(error, 1000));
}

export function sectionView(title: string, content: unknown): TemplateResult {
  return html`<section class="section stack" aria-label=${title}>
    <h2>${title}</h2>
    ${content}
  </section>`;
}

export function tabs(
  label: string,
  links: readonly (readonly [href: string, title: unknown, isShown: boolean])[],
): TemplateResult {
  return html`<nav class="row tabs" aria-label=${label}>
    ${links.map(([href, title, isShown]) => html`<a href=${href} aria-current=${isShown ? "page" : "false"}>${title}</a>`)}
  </nav>`;
}

/** Renders a list, and says so if it is cut. `max` is the largest limit of the control. */
export function listView<Item>(
  loaded: Loaded<readonly Item[]>,
  render: (items: readonly Item[]) => unknown,
  renderEmpty: () => unknown,
  max = 1000,
): unknown {
  return loadedView(loaded, (items) => {
    if (items.length === 0) return renderEmpty();
    const isCut = items.length >= max;
    return html`${render(items)} ${isCut ? html`<p class="hint">Only the first ${max} are shown.</p>` : nothing}`;
  });
}

/** Values with their titles. */
export type Choices = readonly (readonly [value: string, title: string])[];

export function choice(
  label: string,
  values: Choices,
  chosen: string,
  choose: (value: string) => void,
): TemplateResult {
  const change = ({ target }: Event & { readonly target: HTMLSelectElement }) => choose(target.value);
  return html`<select aria-label=${label} @change=${change}>
    ${values.map(([value, title]) => html`<option value=${value} .selected=${live(value === chosen)}>${title}</option>`)}
  </select>`;
}

export interface ButtonOptions {
  readonly isDisabled?: boolean;
}

export function button(title: string, act: () => unknown, { isDisabled = false }: ButtonOptions = {}): TemplateResult {
  return html`<button type="button" ?disabled=${isDisabled} @click=${act}>${title}</button>`;
}

/** Returns day and time of a timestamp, such as `2026-07-01 08:15:00`. */
export function formatDay(timestamp: string): string {
  return timestamp.slice(0, 19).replace("T", " ");
}

/** Returns a duration in the largest unit that fits into it, such as `9 min`. */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.round(milliseconds / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  return seconds < 86_400 ? `${Math.floor(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} d`;
}

/** Returns a number with the right form of a noun. */
export function formatCount(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}
