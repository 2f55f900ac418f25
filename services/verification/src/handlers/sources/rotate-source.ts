import { invalid, invalidState, type rotateSource, type SourceRotateRequest } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inside, inTransaction, remembered } from '@outturn/postgres/typed'
import type { Source } from '../../domain/sources/source.ts'
import { assertPublicKey } from '../../domain/sources/source-rules.ts'
import { toSourceView } from '../../domain/sources/source-view.ts'
import { newKey, withSecret } from '../../flows/sources/new-key.ts'
import { ownLiveSource, presentSecrets, type SourceDeps } from '../../flows/sources/source-deps.ts'
import { touchSource } from '../../store/sources/source-changes.ts'
import { expireKeys, recordKey } from '../../store/sources/source-keys-store.ts'
import { findOwnSource } from '../../store/sources/source-parts.ts'

const defaultOverlapSeconds = 86_400

/** Gives a source a new key beside the newest one, which stays for the overlap; an older one ends now. */
export function handleRotateSource(deps: SourceDeps): Handler<typeof rotateSource> {
  return async ({ accountId, sourceId, request }, context) => {
    const { commandId, bodyDigest } = context
    const now = deps.clock.now()
    const secrets = presentSecrets(deps)
    const owned = { accountId, sourceId }
    const identity = { commandId, bodyDigest, command: 'verification.rotate-source' }
    const reply = await inTransaction(deps.db, (tx) =>
      remembered(tx, identity, async () => {
        const run = inside(tx)
        const { source } = await ownLiveSource(run, owned, now)
        const publicKey = publicKeyFor(source, request)
        const overlapMs = (request.overlap_seconds ?? defaultOverlapSeconds) * 1_000
        await expireKeys(run, sourceId, new Date(now.getTime() + overlapMs))
        await recordKey(run, sourceId, newKey(secrets, sourceId, publicKey, { commandId, now }))
        await touchSource(run, sourceId, now)
        const parts = await findOwnSource(run, owned, now)
        if (parts === null) throw new Error(`source ${sourceId} is gone`)
        return toSourceView(parts, deps.publicUrl)
      }),
    )
    return withSecret(reply, secrets, context)
  }
}

/** The public key that the source is given; null for one that signs by secrets. */
function publicKeyFor({ scheme }: Source, { public_key: publicKey }: SourceRotateRequest): string | null {
  if (scheme === null) {
    throw invalidState('The source is fetched and has no key.', {
      reason: 'not_signed',
      remediation: 'Register another source to fetch with other headers.',
    })
  }
  if (scheme === 'ed25519') {
    if (publicKey === undefined) {
      throw invalid('public_key', 'The source signs with Ed25519, so its new public key is needed.', {
        remediation: 'Send public_key.',
      })
    }
    assertPublicKey(publicKey, 'public_key')
    return publicKey
  }
  if (publicKey !== undefined) {
    throw invalid('public_key', 'The source signs with a secret, which the service makes.', {
      remediation: 'Leave public_key out.',
    })
  }
  return null
}
