// Passkeys in this browser: whether there are any, and what it signs for the server (WebAuthn).

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));

const textOf = (buffer: ArrayBuffer): string =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

const isInDigits = (host: string): boolean => host.startsWith("[") || /^[\d.]+$/.test(host);

/** Does this page have passkeys? Not over http (except on this computer), nor at an address in digits. */
export const hasPasskeys = (): boolean => isSecureContext && "PublicKeyCredential" in globalThis && !isInDigits(location.hostname);

/** Another address of this page that has passkeys; empty: none that is known. */
export const addressWithPasskeys = (): string =>
  location.hostname === "127.0.0.1" || location.hostname === "[::1]" ? location.href.replace(location.hostname, "localhost") : "";

const descriptors = (keys: readonly PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] =>
  keys.map(({ id }) => ({ type: "public-key", id: bytesOf(id) }));

/** Make a passkey. Returns what the server checks, as JSON; null: the user or the device did not. */
export async function makePasskey(options: string): Promise<string | null> {
  const asked = JSON.parse(options) as PublicKeyCredentialCreationOptionsJSON;
  const publicKey = {
    ...asked,
    challenge: bytesOf(asked.challenge),
    user: { ...asked.user, id: bytesOf(asked.user.id) },
    excludeCredentials: descriptors(asked.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const made = (await navigator.credentials.create({ publicKey }).catch(() => null)) as PublicKeyCredential | null;
  if (!made) return null;
  const response = made.response as AuthenticatorAttestationResponse;
  return answer(made, { attestationObject: textOf(response.attestationObject) });
}

/** Sign with a passkey that the user chooses. Returns what the server checks, as JSON; null: nothing was signed. */
export async function signWithPasskey(options: string): Promise<string | null> {
  const asked = JSON.parse(options) as PublicKeyCredentialRequestOptionsJSON;
  const publicKey = {
    ...asked,
    challenge: bytesOf(asked.challenge),
    allowCredentials: descriptors(asked.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const signed = (await navigator.credentials.get({ publicKey }).catch(() => null)) as PublicKeyCredential | null;
  if (!signed) return null;
  const response = signed.response as AuthenticatorAssertionResponse;
  return answer(signed, {
    authenticatorData: textOf(response.authenticatorData),
    signature: textOf(response.signature),
    ...(response.userHandle ? { userHandle: textOf(response.userHandle) } : {}),
  });
}

function answer(credential: PublicKeyCredential, more: Record<string, string>): string {
  const response = { clientDataJSON: textOf(credential.response.clientDataJSON), ...more };
  return JSON.stringify({ id: credential.id, rawId: textOf(credential.rawId), type: credential.type, response });
}
