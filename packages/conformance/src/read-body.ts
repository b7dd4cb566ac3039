/** The longest body of a response, in bytes. */
const longestBody = 64 * 1024 * 1024;

/**
 * Reads the body of a response as text.
 *
 * @throws an error if it has more than 64 MiB
 */
export async function readBody({ body }: Response): Promise<string> {
  if (body === null) return "";
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > longestBody) {
      await reader.cancel();
      throw new Error("the body has more than 64 MiB");
    }
    text += decoder.decode(value, { stream: true });
  }
}
