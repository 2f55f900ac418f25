import { fromBase64Url, signingKeyIdOf, toBase64Url } from '@outturn/canonical'
import { type Ed25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { rootSignedText } from '../../keys/trust-set.ts'
import { keyDocument, published, signerNamed, signers, withReceiptKeys } from '../issuers.ts'
import type { RootKeyCase } from './document-case.ts'

const root = signerNamed('root')
const { stranger } = signers
const pinned = toBase64Url(root.publicKey)
const document = { ...keyDocument(), as_of: '2026-01-01T00:30:00.000Z' }

function signedBy(signer: Ed25519Signer, keys: object): object {
  const signature = signer.sign(rootSignedText({ ...keys }))
  return { ...keys, root_signature: { key_id: signer.keyId, signature } }
}

/** The document of the service as its root key signed it, with members replaced afterwards. */
function signedThen(change: object): object {
  return { ...signedBy(root, document), ...change }
}

/** A point of small order, under which a careless equation holds for every text. */
const identity = toBase64Url(Uint8Array.from({ length: 32 }, (_, at) => (at === 0 ? 1 : 0)))
const identitySignature = toBase64Url(Uint8Array.from({ length: 64 }, (_, at) => (at === 0 ? 1 : 0)))

/** Key documents under a root key that their reader pins: signed, unsigned, changed, and signed by another. */
export function rootKeyCases(): RootKeyCase[] {
  const { signature } = (signedBy(root, document) as { root_signature: { signature: string } }).root_signature
  const named = (key_id: string, by: string) => signedThen({ root_signature: { key_id, signature: by } })
  const reversed = Object.fromEntries(Object.entries(signedBy(root, document)).toReversed())
  const inItself = { ...document, root_signature: { key_id: root.keyId, signature: '' } }
  return [
    usable('signed by the root key', signedBy(root, document)),
    usable('signed, its members in another order', reversed),
    usable('signed, with members that no reader knows', signedBy(root, { ...document, note: { by: 'us' } })),
    usable('signed, of production alone', signedBy(root, withReceiptKeys(published(signers.second)))),
    unusable('not signed at all', document),
    unusable('signed by another key', signedBy(stranger, document)),
    unusable('signed by another key under the name of the root key', {
      ...document,
      root_signature: { key_id: root.keyId, signature: stranger.sign(rootSignedText({ ...document })) },
    }),
    unusable('signed by the root key under the name of another', named(stranger.keyId, signature)),
    unusable('signed by a key that it names itself', signedBy(signers.production, document)),
    unusable('a time that was put forward', signedThen({ as_of: '2027-01-01T00:00:00.000Z' })),
    unusable(
      'a key of another that was added',
      signedThen({ receipts: { production: [published(stranger)], demo: [] } }),
    ),
    unusable(
      'a revoked key that was made active again',
      ((signed) => ({ ...signed, receipts: document.receipts }))(
        signedBy(root, { ...document, receipts: { production: [], demo: [] } }),
      ),
    ),
    unusable('a member that was added', signedThen({ note: 'later' })),
    unusable('a member that was left out', without(signedThen({}), 'issuer')),
    unusable('a signature that is over its own empty place', {
      ...document,
      root_signature: { key_id: root.keyId, signature: root.sign(JSON.stringify(inItself)) },
    }),
    unusable('a signature in base64 with padding', named(root.keyId, `${signature}==`)),
    unusable('a signature that was cut', named(root.keyId, signature.slice(0, 84))),
    unusable('a signature that is a text', named(root.keyId, 'signed by the root key')),
    unusable('a root signature that is null', signedThen({ root_signature: null })),
    unusable(
      'a root signature without its signature',
      signedThen({ root_signature: { key_id: root.keyId } }),
    ),
    {
      ...unusable(
        'a root key of small order, which signs everything',
        signedThen({ root_signature: { key_id: keyIdOf(identity), signature: identitySignature } }),
      ),
      root_key: identity,
    },
    unpinned('a signature of another key, where no root key is pinned', signedBy(stranger, document), true),
    unpinned('no signature, where no root key is pinned', document, true),
    unpinned(
      'a root signature of another form, where no root key is pinned',
      signedThen({ root_signature: 'signed' }),
      false,
    ),
  ]
}

function keyIdOf(publicKey: string): string {
  return signingKeyIdOf(fromBase64Url(publicKey) ?? new Uint8Array(), nodeSha256)
}

function usable(name: string, keys: object): RootKeyCase {
  return { name: `root key: ${name}`, kind: 'keys', keys, root_key: pinned, expect: { usable: true } }
}

function unusable(name: string, keys: object): RootKeyCase {
  return { ...usable(name, keys), expect: { usable: false } }
}

function unpinned(name: string, keys: object, isUsable: boolean): RootKeyCase {
  return { name: `root key: ${name}`, kind: 'keys', keys, expect: { usable: isUsable } }
}

function without(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([member]) => member !== name))
}
