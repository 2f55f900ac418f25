import { type Command, type CommandOutput, operatorName, type rotateSigningKey } from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import { inTransaction, remembered } from '@outturn/postgres/typed'
import type { RegisteredKey, RingDecision } from '../domain/keys/key-ring.ts'
import { changeRing } from './key-ring.ts'
import type { SigningDeps } from '../deps.ts'
import { registeredState } from '../domain/keys/signing-key-state.ts'

/** Changes the ring for an operator, once for each command id, and makes this process follow at once. */
export async function changeKeys(
  deps: SigningDeps,
  command: Command,
  reason: string,
  context: CommandContext,
  decide: (ring: readonly RegisteredKey[], at: string) => RingDecision,
): Promise<StoredReply> {
  const { commandId, bodyDigest, principal } = context
  const author = { changedBy: operatorName(principal), reason }
  const reply = await inTransaction(deps.db, (tx) =>
    remembered(tx, { commandId, bodyDigest, command: command.name }, async () => {
      const { changed, warnings, documentVersion } = await changeRing(tx, deps, author, decide)
      const states = changed.map((key) => registeredState(key, deps.keys.holds(key.keyId)))
      const answer: CommandOutput<typeof rotateSigningKey> = {
        changed: states,
        documentVersion,
        warnings: [...warnings],
      }
      return answer
    }),
  )
  await deps.keys.refresh()
  deps.transparencyLog.nudge()
  return reply
}
