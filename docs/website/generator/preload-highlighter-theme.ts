import { DefaultTheme, PageEvent, type Reflection, type RendererEvent } from "typedoc";

/**
 * The default theme, which highlights all code once before it renders the first page. The first line of a language can take
 * longer than half a second on a small machine. Then the highlighter stops, and colors the rest of the block at random.
 */
export class PreloadHighlighterTheme extends DefaultTheme {
  override async preRender(event: RendererEvent): Promise<void> {
    await super.preRender(event);
    const { project } = event;
    const page = new PageEvent<Reflection>(project);
    page.project = project;
    const context = this.getRenderContext(page);
    const contents = [project.readme ?? [], ...(project.documents ?? []).map(({ content }) => content)];
    for (const code of contents.flat().filter(({ kind }) => kind === "code")) context.markdown([code]);
  }
}
