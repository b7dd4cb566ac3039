import { isKnowledgeBaseError } from "@knowledge-base/sdk";

try {
  await kb.pages.archive({
    brainId: "brain_operations",
    slug: "no-such-page",
  });
} catch (error) {
  if (!isKnowledgeBaseError(error, "not_found")) throw error;
  console.log(error.message);
  console.log(
    `${error.attempts.length} attempt, status ${error.status}`,
  );
}

// Without try and catch:
const result = await kb.promptIndex
  .get({ brainId: "brain_operations", limit: 0 })
  .safe();
console.log(result.ok ? result.data : result.error.message);
