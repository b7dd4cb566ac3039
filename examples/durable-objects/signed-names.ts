// API keys and the addresses of consent pages name their organization, so that no directory of keys is needed. They are signed, so
// that no request of a stranger reaches an object, not even one with a made-up key.

const encoder = new TextEncoder();
const randomBytes = 18;
const organizationIdPattern = /^[\w-]{1,64}$/;

/** Checks that an id can be a part of an API key. */
export function isOrganizationId(id: unknown): id is string {
  return typeof id === "string" && organizationIdPattern.test(id);
}

/** Creates a new API key of an organization: `kb.ORGANIZATION.RANDOM.SIGNATURE`. */
async function createApiKey(organizationId: string, secret: string): Promise<string> {
  const random = toBase64Url(crypto.getRandomValues(new Uint8Array(randomBytes)));
  return sign(`kb.${organizationId}.${random}`, secret);
}

/** Returns the organization of an API key; undefined if the key was not created with this secret. */
export async function readApiKey(apiKey: string, secret: string): Promise<string | undefined> {
  const [, organizationId] = /^kb\.([\w-]{1,64})\.[\w-]+\.[\w-]+$/.exec(apiKey) ?? [];
  return (await isSigned(apiKey, secret)) ? organizationId : undefined;
}

/**
 * Returns the key with which an organization gets a new key: the given one, or another if none is given.
 *
 * @returns undefined if the given key does not belong to the organization
 */
export async function completeApiKey(
  given: unknown,
  organizationId: string,
  secret: string,
): Promise<string | undefined> {
  if (given === undefined) return createApiKey(organizationId, secret);
  if (typeof given !== "string") return undefined;
  return (await readApiKey(given, secret)) === organizationId ? given : undefined;
}

/** Creates the part of a URL that leads a browser to the consent page of an organization. */
export function createPageName(organizationId: string, secret: string): Promise<string> {
  return sign(`page.${organizationId}`, secret);
}

/** Returns the organization of such a part of a URL; undefined if it was not created with this secret. */
export async function readPageName(name: string, secret: string): Promise<string | undefined> {
  const [, organizationId] = /^page\.([\w-]{1,64})\.[\w-]+$/.exec(name) ?? [];
  return (await isSigned(name, secret)) ? organizationId : undefined;
}

/** Compares two texts in a time that does not depend on their content. */
export async function isSameSecret(one: string, other: string, secret: string): Promise<boolean> {
  return (await createSignature(one, secret)) === (await createSignature(other, secret));
}

async function sign(text: string, secret: string): Promise<string> {
  return `${text}.${await createSignature(text, secret)}`;
}

async function createSignature(text: string, secret: string): Promise<string> {
  return toBase64Url(
    new Uint8Array(await crypto.subtle.sign("HMAC", await importSecret(secret), encoder.encode(text))),
  );
}

async function isSigned(signed: string, secret: string): Promise<boolean> {
  const end = signed.lastIndexOf(".");
  if (end === -1) return false;
  const signature = fromBase64Url(signed.slice(end + 1));
  const isValid = await crypto.subtle.verify(
    "HMAC",
    await importSecret(secret),
    signature,
    encoder.encode(signed.slice(0, end)),
  );
  // Unused bits of the last letter would allow several spellings of one signature.
  return isValid && toBase64Url(signature) === signed.slice(end + 1);
}

let imported: { readonly secret: string; readonly key: Promise<CryptoKey> } | undefined;

function importSecret(secret: string): Promise<CryptoKey> {
  if (imported?.secret !== secret) {
    const key = crypto.subtle.importKey("raw", encoder.encode(secret), { name: "HMAC", hash: "SHA-256" }, false, [
      "sign",
      "verify",
    ]);
    imported = { secret, key };
  }
  return imported.key;
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Returns no bytes for a text that is not encoded in this way. */
function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text) || text.length % 4 === 1) return new Uint8Array();
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
}
