// Plain JavaScript, so that an older Node can run it and print the message instead of a syntax error.
const [major, minor] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `This repository runs on Node 22.18 or later, and this is ${process.version}.\n` +
      "Run npm ci again without --ignore-scripts, then npm start or npm test. CONTRIBUTING.md says why, under Node.",
  );
  process.exit(1);
}
