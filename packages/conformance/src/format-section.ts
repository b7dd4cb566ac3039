const titles: Readonly<Record<string, string>> = {
  "1": "What the service does",
  "2.1": "Page",
  "2.2": "PageSource",
  "2.3": "PageSourceRef",
  "2.4": "IndexEntry",
  "2.5": "ChannelBinding",
  "2.6": "Channel",
  "2.7": "OAuthStart result",
  "2.8": "Disconnect result",
  "3": "States and transitions",
  "4": "Endpoints",
  "4.1": "Update a binding",
  "4.2": "Archive a page",
  "4.3": "List channels",
  "4.4": "Prompt index",
  "4.5": "Start OAuth",
  "4.6": "Unbind a channel",
  "5": "Authentication",
  "6": "Events",
  "7": "Errors",
  "8": "Limits",
  "9": "Versioning",
};

/** Returns the title of a section of the specification. */
export function sectionTitle(section: string): string | undefined {
  return titles[section];
}

/** Returns the number and title of a section of the specification, such as `section 5, Authentication`. */
export function formatSection(section: string): string {
  const title = sectionTitle(section);
  return title === undefined ? `section ${section}` : `section ${section}, ${title}`;
}
