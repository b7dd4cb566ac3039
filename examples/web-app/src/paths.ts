const encode = encodeURIComponent;

/** Where the pages are. */
export const paths = {
  brain: (brainId: string) => `/brains/${encode(brainId)}`,
  connect: (brainId: string) => `/brains/${encode(brainId)}/connect`,
  channels: (brainId: string, installationId: string) =>
    `/brains/${encode(brainId)}/installations/${encode(installationId)}`,
  binding: (brainId: string, bindingId: string) => `/brains/${encode(brainId)}/bindings/${encode(bindingId)}`,
  disconnect: (brainId: string, bindingId: string) =>
    `/brains/${encode(brainId)}/bindings/${encode(bindingId)}/disconnect`,
  callback: "/oauth/callback",
};
