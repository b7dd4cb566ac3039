/** Whether everything is checked that a release needs, not only what a change needs: `npm run check:release` sets it. */
export const isRelease = process.env["CHECK"] === "release";
