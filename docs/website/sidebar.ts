import type { StarlightSidebarTopicsUserConfig } from "starlight-sidebar-topics";
import { typeDocSidebarGroup } from "starlight-typedoc";

/** The parts of the site, each with its sidebar. */
export const topics: StarlightSidebarTopicsUserConfig = [
  {
    label: "Guides",
    link: "/guides/quick-start/",
    icon: "open-book",
    items: [
      { label: "Start", items: ["guides/quick-start", "guides/concepts"] },
      {
        label: "Use",
        items: [
          "guides/make-calls",
          "guides/handle-errors",
          "guides/retries-and-timeouts",
          "guides/custom-operations-and-drift",
          "guides/connect-a-workspace",
          "guides/prompts-and-agents",
          "guides/use-your-framework",
        ],
      },
      { label: "Test", items: ["guides/test-your-code", "guides/break-things", "guides/run-the-server"] },
      { label: "Release", items: ["guides/checking-an-implementation", "guides/ship-it"] },
    ],
  },
  {
    label: "Operations",
    link: "/operations/",
    icon: "puzzle",
    items: [
      { label: "Operations", items: [{ autogenerate: { directory: "operations" } }] },
      {
        label: "Look up",
        items: [
          "reference/error-messages",
          "reference/commands",
          "reference/state-format",
          { slug: "specification", label: "Specification" },
          "specification-choices",
          "specification-coverage",
        ],
      },
    ],
  },
  { id: "api", label: "API", link: "/api/", icon: "seti:typescript", items: ["api", typeDocSidebarGroup] },
  {
    label: "Examples",
    link: "/examples/",
    icon: "rocket",
    items: [{ label: "Examples", items: [{ autogenerate: { directory: "examples" } }] }],
  },
  { label: "Playground", link: "/playground/", icon: "laptop", items: ["playground"] },
  {
    label: "Project",
    link: "/status/",
    icon: "information",
    items: [
      { label: "The project", items: ["status", "contributing", "architecture", "recipes", "security", "changelog"] },
      { label: "Decisions", items: [{ autogenerate: { directory: "decisions" } }] },
    ],
  },
];
