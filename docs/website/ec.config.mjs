import { defineEcConfig } from "@astrojs/starlight/expressive-code";
import { pluginCollapsibleSections } from "@expressive-code/plugin-collapsible-sections";

export default defineEcConfig({
  plugins: [pluginCollapsibleSections()],
  // Lines wrap, so that code never has to be scrolled sideways.
  defaultProps: { wrap: true, preserveIndent: true, hangingIndent: 2, overridesByLang: { sh: { frame: "none" } } },
  styleOverrides: { borderRadius: "0.5rem", codeFontSize: "0.8125rem" },
});
