/** Calls the admin API of the service. */
async function admin(method, path, input) {
  const { ADMIN_URL, ADMIN_TOKEN } = process.env;
  const headers = {
    authorization: `Bearer ${ADMIN_TOKEN}`,
    "content-type": "application/json",
  };
  const request = { method, headers, body: input && JSON.stringify(input) };
  const response = await fetch(ADMIN_URL + path, request);
  if (!response.ok) throw new Error(`${method} ${path} failed with ${response.status}`);
  return response.json();
}

export async function setup() {
  const brain = await admin("POST", "/brains", { name: "Conformance suite" });
  const page = await admin("POST", `/brains/${brain.id}/pages`, { title: "Tide tables" });
  return {
    records: { brainId: brain.id, slug: page.slug },
    actions: {
      restorePage: ({ brainId, slug }) =>
        admin("POST", `/brains/${brainId}/pages/${slug}/restore`),
    },
    remove: () => admin("DELETE", `/brains/${brain.id}`),
  };
}
