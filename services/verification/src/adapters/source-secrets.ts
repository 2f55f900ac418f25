import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/** Makes and seals the secrets of sources under the key of the service. */
export type SourceSecrets = {
  /** The secret that a command makes: the same whenever the command is repeated. 32 bytes. */
  derive(commandId: string): Uint8Array
  /** Encrypts what the database keeps of a source; it opens for that source alone. */
  seal(sourceId: string, plain: Uint8Array): string
  /** Throws for what was not sealed for this source under this key. */
  open(sourceId: string, sealed: string): Uint8Array
}

export function createSourceSecrets(serviceKey: string): SourceSecrets {
  const keyFor = (purpose: string) => Buffer.from(hkdfSync('sha256', serviceKey, '', purpose, 32))
  const sealing = keyFor('sealed secrets of sources')
  return {
    derive: (commandId) => keyFor(`secret of a source|${commandId}`),
    seal(sourceId, plain) {
      const iv = randomBytes(ivBytes)
      const cipher = createCipheriv(algorithm, sealing, iv).setAAD(Buffer.from(sourceId))
      const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
    },
    open(sourceId, sealed) {
      const bytes = Buffer.from(sealed, 'base64url')
      const decipher = createDecipheriv(algorithm, sealing, bytes.subarray(0, ivBytes))
        .setAAD(Buffer.from(sourceId))
        .setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
      return Buffer.concat([decipher.update(bytes.subarray(ivBytes + tagBytes)), decipher.final()])
    },
  }
}
