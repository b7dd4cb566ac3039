import { KnowledgeBase } from "@knowledge-base/sdk";
import { Suspense } from "react";

export default function Page() {
  return (
    <Suspense>
      <Titles />
    </Suspense>
  );
}

// The build renders this up to the request, and fails if it has read the time of day or a random number before.
async function Titles() {
  const entries = await new KnowledgeBase().promptIndex.get({ brainId: "brain_operations", limit: 3 });
  return (
    <ul>
      {entries.map(({ slug, title }) => (
        <li key={slug}>{title}</li>
      ))}
    </ul>
  );
}
