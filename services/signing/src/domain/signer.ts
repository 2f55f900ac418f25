/** Signs for one purpose. The private half never leaves it: a file, a hardware module or a key service can stand behind. */
export type Signer = {
  /** 64 lower-case hexadecimal digits: SHA-256 of the raw public key. */
  readonly keyId: string
  /** 32 raw bytes. */
  readonly publicKey: Uint8Array
  /** Ed25519 signature over the UTF-8 bytes of a text, as 86 characters of base64url. */
  readonly sign: (text: string) => string
}
