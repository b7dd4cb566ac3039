// Opens the groups of the navigation that newcomers need, until a reader closes them. typedoc stores which groups are open, and
// reads that when it builds the navigation, which is after this script.
for (const group of ["Guides", "Operations", "Reference"]) {
  const key = `tsd-accordion-${group}`;
  try {
    if (localStorage.getItem(key) === null) localStorage.setItem(key, "true");
  } catch {
    // Without storage all groups are closed at first.
  }
}
