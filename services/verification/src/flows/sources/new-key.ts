import type { SourceView } from '@outturn/contracts'
import { type CommandContext, rawReply, type RawReply } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import type { SourceSecrets } from '../../adapters/source-secrets.ts'
import { readPublicKey, toPublicKeyText, toSecretText } from '../../domain/sources/source-keys.ts'
import type { KeptKey } from '../../store/sources/source-keys-store.ts'

/** The key that a command gives a source: this public key, or a secret. */
export function newKey(
  secrets: SourceSecrets,
  sourceId: string,
  publicKey: string | null,
  { commandId, now }: { commandId: string; now: Date },
): KeptKey {
  const bytes = publicKey === null ? null : readPublicKey(publicKey)
  return {
    id: derivedId('sourceSecret', commandId),
    publicKey: bytes === null ? null : toPublicKeyText(bytes),
    sealed: bytes === null ? secrets.seal(sourceId, secrets.derive(commandId)) : null,
    createdAt: now.toISOString(),
    expiresAt: null,
  }
}

/** A reply that is kept without a secret, with the one that its command made. */
export function withSecret(
  { text, isReplayed }: StoredReply,
  secrets: SourceSecrets,
  { commandId }: Pick<CommandContext, 'commandId'>,
): RawReply {
  const view = JSON.parse(String(text)) as SourceView
  const isSecret = view.signing?.scheme === 'hmac_sha256'
  const shown = isSecret ? { ...view, signing_secret: toSecretText(secrets.derive(commandId)) } : view
  return rawReply(JSON.stringify(shown), { isReplayed })
}
