import { KnowledgeBase } from "@knowledge-base/sdk";

export const dynamic = "force-dynamic";

export default async function Page() {
  const entries = await new KnowledgeBase().promptIndex.get({ brainId: "brain_operations", limit: 3 });
  return (
    <ul>
      {entries.map(({ slug, title }) => (
        <li key={slug}>{title}</li>
      ))}
    </ul>
  );
}
