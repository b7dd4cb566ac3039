import { DefaultTheme, PageEvent, type Reflection, type RendererEvent } from "typedoc";

/**
 * The default theme, with the highlighter warm before the first page. It gives up on a line after half a second and
 * colours the rest of the block at random, and the first line of a language can take that long on a small machine.
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
