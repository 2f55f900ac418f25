import { type Ed25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { bundleMemberDigest, signedManifestText } from '../bundle/bundle-manifest.ts'
import { schemaId, slugOfSchemaId } from '../preimages/schema-id.ts'

/** A bundle with the manifest of its members as they are now, signed by this key. */
export function withManifest(bundle: object, signer: Ed25519Signer): Record<string, unknown> {
  const { manifest: _, ...members } = bundle as Record<string, unknown>
  const slug = slugOfSchemaId(String(members['schema']), 'bundle') ?? ''
  const digests = Object.entries(members).map(([name, value]) => [
    name,
    bundleMemberDigest(name, value, nodeSha256),
  ])
  const unsigned = {
    schema: schemaId(slug, 'bundle-manifest'),
    receipt_id: (members['receipt'] as { id: string }).id,
    made_at: '2026-01-01T00:00:03.000Z',
    members: Object.fromEntries(digests) as Record<string, string>,
    signing_key_id: signer.keyId,
  }
  const signature = signer.sign(signedManifestText(unsigned))
  return { ...members, manifest: { ...unsigned, signature } }
}
