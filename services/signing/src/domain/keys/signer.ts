/**
 * Signs for one purpose. The private half never leaves it: a file, an encrypted file, or another process in front of a key
 * service or hardware module stands behind.
 */
export type Signer = {
  /** 64 lower-case hexadecimal digits: SHA-256 of the raw public key. */
  readonly keyId: string
  /** 32 raw bytes. */
  readonly publicKey: Uint8Array
  /**
   * Ed25519 signature over bytes, or over the UTF-8 bytes of a text, as 86 characters of base64url. Rejects with the refusal
   * `configuration_unavailable` when the key cannot be reached or its answer is not its signature.
   */
  readonly sign: (message: Uint8Array | string) => Promise<string>
}
