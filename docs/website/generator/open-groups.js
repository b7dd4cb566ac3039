// The groups of the navigation that a newcomer looks for are open, until a reader closes them.
// typedoc keeps in the storage what is open, and reads it when it builds the navigation, which is later than this.
for (const group of ["Guides", "Operations", "Reference"]) {
  const key = `tsd-accordion-${group}`;
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, "true");
  } catch {
    // Without a storage everything begins closed.
  }
}
