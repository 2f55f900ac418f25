import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

type Ceremony = {
  readonly origin: string
  readonly rpId: string
  readonly challenge: string
  /** Whether the device asked its person for a finger, face or PIN. */
  readonly isVerified?: boolean
}

/** A device with one passkey, as the browser of a person would use it. */
export class SoftwareAuthenticator {
  counter = 0
  readonly #id = randomBytes(32)
  readonly #privateKey: KeyObject
  readonly #publicKey: Uint8Array

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
    this.#privateKey = privateKey
    // COSE: key type 2 (elliptic curve), algorithm -7 (ES256), curve 1 (P-256), x, y.
    this.#publicKey = Buffer.concat([
      Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
      Buffer.from(x, 'base64url'),
      Buffer.from([0x22, 0x58, 0x20]),
      Buffer.from(y, 'base64url'),
    ])
  }

  /** What the browser says of a passkey that was made. */
  create(ceremony: Ceremony): string {
    const idLength = Buffer.from([0, this.#id.length])
    const attested = Buffer.concat([Buffer.alloc(16), idLength, this.#id, this.#publicKey])
    const data = Buffer.concat([this.#authenticatorData(ceremony, 0x40), attested])
    const attestationObject = Buffer.concat([
      Buffer.from([0xa3]),
      ...[cborText('fmt'), cborText('none'), cborText('attStmt'), Buffer.from([0xa0]), cborText('authData')],
      Buffer.from([0x58, data.length]),
      data,
    ])
    return this.#answer({
      clientDataJSON: clientData('webauthn.create', ceremony).toString('base64url'),
      attestationObject: attestationObject.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** What the browser says of a use. */
  get(ceremony: Ceremony): string {
    const client = clientData('webauthn.get', ceremony)
    const data = this.#authenticatorData(ceremony, 0)
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    return this.#answer({
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#privateKey).toString('base64url'),
    })
  }

  #answer(response: object): string {
    const id = this.#id.toString('base64url')
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  #authenticatorData({ rpId, isVerified = true }: Ceremony, flags: number): Buffer {
    const present = 0x01
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const all = flags | present | (isVerified ? 0x04 : 0)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([all]), counter])
  }
}

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])
}
