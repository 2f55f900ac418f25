import { z } from 'zod'

/** The `did:web` of the service at this address: who resolves it reads `/.well-known/did.json` there. */
export function didWebOf(publicUrl: string): string {
  return `did:web:${encodeURIComponent(new URL(publicUrl).host)}`
}

/** How one key of a service is named in its `did:web` document, and in what it signs. */
export function didWebKeyOf(publicUrl: string, keyId: string): string {
  return `${didWebOf(publicUrl)}#${keyId}`
}

const keyName = z.string().meta({
  description:
    'Name of the key: the DID, and the id of the key that `/.well-known/<service>-keys.json` lists.',
  examples: [`did:web:outturn.example#${'0123456789abcdef'.repeat(4)}`],
})

const did = z.string().meta({
  description: 'DID of the service, of the method `did:web`.',
  examples: ['did:web:outturn.example'],
})

const VerificationMethod = z
  .strictObject({
    id: keyName,
    type: z.literal('JsonWebKey').describe('Form of the key.'),
    controller: did,
    expires: z.iso
      .datetime()
      .optional()
      .meta({
        description: 'End of the time in which the key signed. Absent while it may sign.',
        examples: ['2027-01-01T00:00:00.000Z'],
      }),
    publicKeyJwk: z
      .strictObject({
        kty: z.literal('OKP').describe('Kind of key: an octet key pair.'),
        crv: z.literal('Ed25519').describe('Curve of the key.'),
        alg: z.literal('EdDSA').describe('Signature algorithm.'),
        x: z.string().meta({
          description: 'Public key: 32 bytes in base64url without padding.',
          examples: ['11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'],
        }),
      })
      .describe('Public key as a JSON Web Key.'),
  })
  .meta({ id: 'VerificationMethod' })

/** The keys that offers and receipts of payments are signed with, in the form in which `did:web` is resolved. */
export const DidDocument = z
  .strictObject({
    '@context': z.array(z.string()).meta({
      description: 'Vocabularies of the document.',
      examples: [['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1']],
    }),
    id: did,
    verificationMethod: z
      .array(VerificationMethod)
      .describe('Keys whose signatures are valid. A revoked key is not listed.'),
    assertionMethod: z.array(keyName).describe('Keys that may sign now.'),
  })
  .meta({ id: 'DidDocument' })
export type DidDocument = z.infer<typeof DidDocument>
