/** For each command that lists, returns or deletes records, a call that succeeds on the server of `openServer()` and calls that it rejects. */
export const recordSamples = {
  "organizations/list": {
    argument: () => ({ limit: 1, after: "org_north" }),
    rejected: { not_found: () => ({ after: "org_moon" }), invalid_input: () => ({ limit: 0 }) },
  },
  "organizations/get": {
    argument: () => ({ organizationId: "org_south" }),
    rejected: { not_found: () => ({ organizationId: "org_moon" }), invalid_input: () => ({}) },
  },
  "apiKeys/list": {
    argument: () => ({ organizationId: "org_north", limit: 5 }),
    rejected: { not_found: () => ({ after: "key_moon" }), invalid_input: () => ({ after: 1 }) },
  },
  "apiKeys/get": {
    argument: () => ({ apiKey: "key_north" }),
    rejected: { not_found: () => ({ apiKey: "key_moon" }), invalid_input: () => ({}) },
  },
  "apiKeys/delete": {
    argument: () => ({ apiKey: "key_north" }),
    rejected: { not_found: () => ({ apiKey: "key_moon" }), invalid_input: () => ({ apiKey: "a", surplus: "a" }) },
  },
  "brains/list": {
    argument: () => ({ organizationId: "org_north", after: "brain_tides" }),
    rejected: { not_found: () => ({ after: "brain_south" }), invalid_input: () => ({ limit: 1001 }) },
  },
  "brains/get": {
    argument: () => ({ brainId: "brain_tides" }),
    rejected: { not_found: () => ({ brainId: "brain_moon" }), invalid_input: () => ({}) },
  },
  "brains/delete": {
    argument: () => ({ brainId: "brain_tides" }),
    rejected: { not_found: () => ({ brainId: "brain_moon" }), invalid_input: () => ({ brainId: 1 }) },
  },
  "pages/list": {
    argument: () => ({ brainId: "brain_tides", limit: 10 }),
    rejected: {
      not_found: () => ({ brainId: "brain_tides", after: "moon" }),
      invalid_input: () => ({ brainId: "brain_tides", limit: 1.5 }),
    },
  },
  "installations/list": {
    argument: () => ({ after: "installation_north" }),
    rejected: { not_found: () => ({ organizationId: "org_moon" }), invalid_input: () => ({ limit: null }) },
  },
  "installations/get": {
    argument: () => ({ installationId: "installation_north" }),
    rejected: { not_found: () => ({ installationId: "installation_moon" }), invalid_input: () => ({}) },
  },
  "installations/delete": {
    argument: () => ({ installationId: "installation_north" }),
    rejected: { not_found: () => ({ installationId: "installation_moon" }), invalid_input: () => ({}) },
  },
  "channels/list": {
    argument: () => ({ installationId: "installation_north", limit: 1 }),
    rejected: {
      not_found: () => ({ installationId: "installation_moon" }),
      invalid_input: () => ({ installationId: "" }),
    },
  },
  "channels/get": {
    argument: () => ({ installationId: "installation_north", channelId: "C_DECK" }),
    rejected: {
      not_found: () => ({ installationId: "installation_north", channelId: "C_MOON" }),
      invalid_input: () => ({ installationId: "installation_north" }),
    },
  },
  "channels/delete": {
    argument: () => ({ installationId: "installation_north", channelId: "C_DECK" }),
    rejected: {
      not_found: () => ({ installationId: "installation_north", channelId: "C_MOON" }),
      invalid_input: () => ({ channelId: "C_DECK" }),
    },
  },
  "bindings/list": {
    argument: () => ({ brainId: "brain_tides", after: "binding_deck" }),
    rejected: {
      not_found: () => ({ brainId: "brain_tides", after: "binding_south" }),
      invalid_input: () => ({ brainId: "brain_tides", limit: "1" }),
    },
  },
  "bindings/get": {
    argument: () => ({ brainId: "brain_tides", bindingId: "binding_deck" }),
    rejected: {
      not_found: () => ({ brainId: "brain_tides", bindingId: "binding_moon" }),
      invalid_input: () => ({ brainId: "brain_tides" }),
    },
  },
  "bindings/delete": {
    argument: () => ({ brainId: "brain_tides", bindingId: "binding_deck" }),
    rejected: {
      not_found: () => ({ brainId: "brain_tides", bindingId: "binding_moon" }),
      invalid_input: () => ({ brainId: "brain_tides" }),
    },
  },
} as const;
