import type { Page } from "@knowledge-base/types";
import { html, type TemplateResult } from "lit-html";
import { dataText } from "../../../components/data-text.ts";
import type { App } from "../../core/app.ts";
import { formatDay } from "../../core/format.ts";
import { loadedView } from "../../core/loaded-view.ts";
import { linkTo } from "../../core/route.ts";
import type { BrainOfOrganization } from "./brain-of-organization.ts";
import { markdownView } from "./markdown-view.ts";
import { pageActions } from "./page-actions.ts";
import { pageTags } from "./page-tags.ts";

/** Renders a page of a brain. */
export function pageView(app: App, brain: BrainOfOrganization, slug: string): TemplateResult {
  const { organizationId, brainId } = brain;
  const linkToPage = (other: string) => linkTo("state", organizationId, "brains", brainId, "pages", other);
  return html`<article class="details" aria-label="Page">
    <a class="close" href=${linkTo("state", organizationId, "brains", brainId, "pages")} aria-label="Close the page">×</a>
    ${loadedView(
      app.use("pages/get", { brainId, slug }, organizationId),
      (page) => html`
        <p class="meta">${pageTags(page)}</p>
        <h2 class="page-title">${dataText(page.title, 2000)}</h2>
        <p class="summary">${dataText(page.summary, 2000)}</p>
        ${pageActions(app, brain, page)}
        ${markdownView(page.body, linkToPage)}
        <dl class="facts">
          ${facts(page).map(([name, value]) => html`<div><dt>${name}</dt><dd>${dataText(value, 1000)}</dd></div>`)}
          <div><dt>Wikilinks</dt><dd>${page.backlinks.length === 0 ? "none" : links(page.backlinks, linkToPage)}</dd></div>
        </dl>
        <h3>Sources</h3>
        ${sources(page)}
      `,
    )}
  </article>`;
}

function facts(page: Page): (readonly [name: string, value: string])[] {
  const { slug, id, version, bucket, bucketSource, entities, embedding, source } = page;
  return [
    ["Slug", slug],
    ["Id", id],
    ["Version", String(version)],
    ["Bucket", `${bucket}, set by ${bucketSource === "user" ? "a user" : "the service"}`],
    ["Created", formatDay(page.createdAt)],
    ["Updated", formatDay(page.updatedAt)],
    ["Compiled", formatDay(page.lastCompiledAt)],
    ["Last read", page.lastReferencedAt === null ? "never" : formatDay(page.lastReferencedAt)],
    ["Entities", entities.slice(0, 100).join(", ") || "none"],
    ["Embedding", `${embedding.length.toLocaleString("en")} numbers`],
    ["Came from", source === null ? "unknown" : [source.channel, source.label, source.ref].filter(Boolean).join(", ")],
  ];
}

function links(slugs: readonly string[], linkToPage: (slug: string) => string): TemplateResult[] {
  return slugs.slice(0, 100).map((slug) => html`<a href=${linkToPage(slug)}>${dataText(slug)}</a> `);
}

function sources({ sources: attached }: Page): TemplateResult {
  if (attached.length === 0) return html`<p class="hint">No sources yet. Compile the page to add one.</p>`;
  return html`<div class="scroll" role="region" aria-label="Sources" tabindex="0"><table>
    <thead><tr><th scope="col">Ingest source</th><th scope="col">Attached</th><th scope="col">Chunks</th></tr></thead>
    <tbody>
      ${attached.slice(0, 200).map(
        ({ ingestSourceId, attachedAt, chunkUuids }) => html`<tr>
          <th scope="row"><code>${dataText(ingestSourceId)}</code></th>
          <td>${formatDay(attachedAt)}</td>
          <td>${chunkUuids.length}</td>
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}
