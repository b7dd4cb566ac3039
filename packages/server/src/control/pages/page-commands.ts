import { type ObjectSchema, type Page, pageSchema } from "@knowledge-base/types";
import { notify } from "../../deliveries/notify.ts";
import type { OrganizationState } from "../../server-state.ts";
import type { StoredPage } from "../../store/state.ts";
import type { Command, Commands } from "../command.ts";
import { type ControlContext, timeOf } from "../control-context.ts";
import { refuse, refuseInput } from "../refusal.ts";
import { createPage } from "./create-page.ts";
import { attach, changesOf } from "./page-content.ts";
import type { CompilePageInput, EditPageInput, MarkPageInput, PageAddress } from "./page-inputs.ts";
import { pageInputs } from "./page-schemas.ts";
import type { PagesControl } from "./pages-control.ts";

/** What becomes of a page. Undefined leaves it as it is. */
type Change<Input> = (page: StoredPage, input: Input, organization: OrganizationState) => StoredPage | undefined;

function changePage<Input extends PageAddress>(
  summary: string,
  input: ObjectSchema<Input>,
  change: Change<Input>,
): Command<Input, Page> {
  return {
    summary,
    input,
    output: pageSchema,
    run(given, context) {
      const { page, brain, organization } = context.page(given.brainId, given.slug);
      const changed = change(page, given, organization) ?? page;
      if (changed !== page) brain.pages.put(changed);
      if (changed.version !== page.version) tell(changed, context);
      const { statusBeforeArchive: _, ...visible } = changed;
      return visible;
    },
  };
}

function tell({ brainId, slug, version }: StoredPage, context: ControlContext): void {
  const { brain, organization } = context.brain(brainId);
  const event = `page ${slug} came to version ${version}`;
  notify({ kind: "change", slugs: [slug], event }, brain, organization, context.serverState.testTools);
}

function nextVersion({ slug, version }: StoredPage): number {
  if (version >= Number.MAX_SAFE_INTEGER) refuse("conflict", `page ${slug} has the largest version that there is`);
  return version + 1;
}

function refuseArchived({ slug, archived }: StoredPage): void {
  if (archived) refuse("conflict", `page ${slug} is archived. Restore it first`);
}

const edit: Change<EditPageInput> = (page, input, organization) => {
  refuseArchived(page);
  const changes = changesOf(input);
  if (Object.keys(changes).length === 0) refuseInput([{ path: "", message: "must name at least one field to change" }]);
  return { ...page, ...changes, version: nextVersion(page), updatedAt: timeOf(organization) };
};

const compile: Change<CompilePageInput> = (page, input, organization) => {
  refuseArchived(page);
  const now = timeOf(organization);
  const added = attach(input.sources ?? [], now);
  const kept = page.sources.filter(
    ({ ingestSourceId }) => !added.some((source) => source.ingestSourceId === ingestSourceId),
  );
  return {
    ...page,
    ...changesOf(input),
    sources: [...kept, ...added],
    version: nextVersion(page),
    lastCompiledAt: now,
    updatedAt: now,
  };
};

const pin: Change<PageAddress> = (page, _, organization) => {
  if (page.pinned) return undefined;
  if ((page.statusBeforeArchive ?? page.status) === "deprecated") {
    refuse("conflict", `page ${page.slug} is deprecated. Mark it as active first`);
  }
  return { ...page, pinned: true, updatedAt: timeOf(organization) };
};

const unpin: Change<PageAddress> = (page, _, organization) =>
  page.pinned ? { ...page, pinned: false, updatedAt: timeOf(organization) } : undefined;

const deprecate: Change<PageAddress> = (page, _, organization) => {
  refuseArchived(page);
  if (page.pinned) refuse("conflict", `page ${page.slug} is pinned, and exempt from deprecation. Unpin it first`);
  if (page.status === "deprecated") return undefined;
  return { ...page, status: "deprecated", updatedAt: timeOf(organization) };
};

const mark: Change<MarkPageInput> = (page, { status }, organization) => {
  refuseArchived(page);
  return page.status === status ? undefined : { ...page, status, updatedAt: timeOf(organization) };
};

const restore: Change<PageAddress> = (page, _, organization) => {
  if (!page.archived) return undefined;
  const { statusBeforeArchive = "active", ...rest } = page;
  return { ...rest, archived: false, status: statusBeforeArchive, updatedAt: timeOf(organization) };
};

/** The commands of {@link PagesControl}. */
export const pageCommands: Commands<PagesControl> = {
  create: createPage,
  get: changePage("Look at a page", pageInputs.address, () => undefined),
  read: changePage("Read a page", pageInputs.address, (page, _, organization) => ({
    ...page,
    lastReferencedAt: timeOf(organization),
  })),
  edit: changePage("Edit a page", pageInputs.edit, edit),
  compile: changePage("Compile a page", pageInputs.compile, compile),
  pin: changePage("Pin a page", pageInputs.address, pin),
  unpin: changePage("Unpin a page", pageInputs.address, unpin),
  deprecate: changePage("Deprecate a page", pageInputs.address, deprecate),
  mark: changePage("Mark a page", pageInputs.mark, mark),
  restore: changePage("Restore a page", pageInputs.address, restore),
};
