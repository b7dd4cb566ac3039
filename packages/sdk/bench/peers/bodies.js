const time = "2026-03-02T08:15:00.000Z";

const channels = ["bridge", "engine-room", "harbour"].map((name, index) => ({
  id: `C0${index}`,
  name,
  isPrivate: index === 1,
  isMember: true,
}));

const entries = Array.from({ length: 50 }, (_, number) => ({
  slug: `page-${number}`,
  title: `Page ${number}`,
  summary: "A summary of an ordinary length, which tells in a sentence or two what the page is about.",
  pageType: "topic",
  pinned: number < 3,
  status: "active",
}));

const binding = {
  id: "binding_bridge",
  brainId: "brain_operations",
  installationId: "installation_harbour_line",
  teamId: "T0HARBOUR",
  channelId: "C01BRIDGE",
  channelName: "bridge",
  status: "active",
  notifyBriefs: false,
  notifyConnections: true,
  notifyChanges: true,
  createdAt: time,
};

const page = {
  id: "page_weather_limits",
  tenantId: "tenant_harbour_line",
  subjectId: "subject_harbour_line",
  brainId: "brain_operations",
  source: null,
  pageType: "topic",
  bucket: "notes",
  bucketSource: "auto",
  slug: "weather-limits",
  title: "Weather limits",
  summary: "When the ferries sail, and who decides it if the wind is close to the limit.",
  body: "The master of a ferry decides whether it sails. ".repeat(20),
  entities: ["Harbour Line"],
  sources: [],
  backlinks: ["tide-table"],
  embedding: Array.from({ length: 1536 }, (_, index) => Math.sin(index)),
  version: 12,
  pinned: true,
  archived: true,
  status: "archived",
  lastCompiledAt: time,
  lastReferencedAt: null,
  createdAt: time,
  updatedAt: time,
};

/** Status and body of the response to each request. */
export const responses = {
  get: { status: 200, body: JSON.stringify(channels) },
  list: { status: 200, body: JSON.stringify(entries) },
  patch: { status: 200, body: JSON.stringify(binding) },
  page: { status: 201, body: JSON.stringify(page) },
};
