import {
  type DidDocument,
  didWebKeyOf,
  didWebOf,
  type KeyDocument,
  readDidDocument,
} from '@outturn/contracts'
import { createHash } from 'node:crypto'
import { type Route, serve } from '../../http/route.ts'
import { tagged } from '../tagged-answer.ts'
import type { ReadKeys } from './key-document.ts'

const cached = { 'cache-control': 'public, max-age=300' }

/** The `did:web` document of the service, made of the key document that it publishes. */
export function didDocumentRoute(readAll: ReadKeys): Route {
  return serve(readDidDocument, async (call) => {
    const text = JSON.stringify(didDocumentOf(await readAll(call)))
    return tagged(call, text, createHash('sha256').update(text).digest('hex'), cached)
  })
}

/** Production alone takes payments, so no key of the sandbox vouches for one. A revoked key vouches for nothing. */
export function didDocumentOf({ issuer, payments }: KeyDocument): DidDocument {
  const keys = (payments?.production ?? []).filter(({ status }) => status !== 'revoked')
  const nameOf = (keyId: string) => didWebKeyOf(issuer, keyId)
  return {
    '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/jwk/v1'],
    id: didWebOf(issuer),
    verificationMethod: keys.map(({ key_id: keyId, public_key: x, not_after: end }) => ({
      id: nameOf(keyId),
      type: 'JsonWebKey',
      controller: didWebOf(issuer),
      ...(end !== null && { expires: end }),
      publicKeyJwk: { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', x },
    })),
    assertionMethod: keys
      .filter(({ status }) => status !== 'retired')
      .map(({ key_id: keyId }) => nameOf(keyId)),
  }
}
