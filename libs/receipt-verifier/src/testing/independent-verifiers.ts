import { createPublicKey } from 'node:crypto'
import { DataIntegrityProof } from '@digitalbazaar/data-integrity'
import { driver } from '@digitalbazaar/did-method-key'
import { from as readMultikey } from '@digitalbazaar/ed25519-multikey'
import { createVerifyCryptosuite } from '@digitalbazaar/eddsa-jcs-2022-cryptosuite'
import { defaultDocumentLoader, verifyCredential } from '@digitalbazaar/vc'
import { bundleFromJSON } from '@sigstore/bundle'
import { toSignedEntity, toTrustMaterial, Verifier } from '@sigstore/verify'

const didKey = driver()
didKey.use({ multibaseMultikeyHeader: 'z6Mk', fromMultibase: readMultikey })

/** A key resolves from its own name; nothing is fetched. */
async function loadDocument(url: string) {
  if (url.startsWith('did:key:')) return { documentUrl: url, document: await didKey.get({ url }) }
  return defaultDocumentLoader(url)
}

/** Whether the credential library of Digital Bazaar takes a Verifiable Credential, with this answer about its status. */
export async function isCredentialVerified(
  credential: unknown,
  { now, isStatusGood }: { now: Date; isStatusGood: (statusUrl: string) => Promise<boolean> | boolean },
): Promise<boolean> {
  const { verified } = await verifyCredential({
    credential: structuredClone(credential),
    suite: new DataIntegrityProof({ cryptosuite: createVerifyCryptosuite() }),
    documentLoader: loadDocument,
    now,
    checkStatus: async ({ credential: { credentialStatus } }) => ({
      verified: await isStatusGood(credentialStatus.id),
    }),
  })
  return verified
}

/** Whether the verifier of sigstore takes a DSSE envelope as one of this key, of 32 raw bytes in base64url. */
export function isEnvelopeVerified(
  envelope: { readonly signatures: readonly { readonly keyid: string }[] },
  publicKey: string,
): boolean {
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' })
  const nothing = { tlogs: [], ctlogs: [], certificateAuthorities: [], timestampAuthorities: [] }
  const trust = toTrustMaterial({ ...nothing, mediaType: '' }, () => ({
    publicKey: key,
    validFor: () => true,
  }))
  const bundle = bundleFromJSON({
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { publicKey: { hint: envelope.signatures[0]?.keyid ?? '' }, tlogEntries: [] },
    dsseEnvelope: envelope,
  })
  try {
    new Verifier(trust, { tlogThreshold: 0, ctlogThreshold: 0, timestampThreshold: 0 }).verify(
      toSignedEntity(bundle),
    )
    return true
  } catch {
    return false
  }
}
