import { archivePage } from "./actions";
import { brainId, kb } from "./knowledge-base";

export const dynamic = "force-dynamic";

export default async function Page() {
  const entries = await kb.promptIndex.get({ brainId, limit: 3 });
  return (
    <form action={archivePage}>
      <ul>
        {entries.map(({ slug, title }) => (
          <li key={slug}>{title}</li>
        ))}
      </ul>
      <input name="slug" />
      <button type="submit">Archive</button>
    </form>
  );
}
