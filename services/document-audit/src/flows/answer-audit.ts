import { accountOf, forbidden } from '@outturn/contracts'
import { type CommandContext, type RawReply, rawReply } from '@outturn/messaging'
import type { StoredReply } from '@outturn/postgres'
import { inTransaction, readRememberedReply, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { AuditKind } from '@outturn/vocabulary'
import type { AuditPlace } from '../adapters/audit-queue.ts'
import type { ComputedAudit } from '../adapters/audit-worker.ts'
import type { AuditDeps } from '../deps.ts'

/** An audit that a command asks for: its id follows from the command. */
export type OrderedAudit = {
  readonly accountId: string
  readonly auditId: string
  readonly context: CommandContext
  readonly place: AuditPlace
}

/** Answers the commands of one kind of audit. */
export type AnswerAudit = (
  context: CommandContext,
  /** Length of the request. */
  bytes: number,
  compute: (order: OrderedAudit) => Promise<ComputedAudit>,
) => Promise<RawReply>

/**
 * Audits, then charges: what is refused costs nothing. A repetition is computed again, because no part of the files or of the result
 * is kept; what is remembered of a command is that it was charged, when, and the digest of its request.
 */
export function createAuditAnswer(
  { db, queue, holdLease, chargeAudit, signAudit }: AuditDeps,
  { command, kind }: { readonly command: string; readonly kind: AuditKind },
): AnswerAudit {
  /** A command that is sent again while it is computed waits for the one computation. */
  const underWay = new Map<string, Promise<RawReply>>()

  return (context, bytes, compute) => {
    const { commandId, bodyDigest, principal, deadline } = context
    const accountId = accountOf(principal)
    if (accountId === null) throw forbidden('Only an account has documents audited.')
    const auditId = derivedId('audit', commandId)

    async function answer(order: OrderedAudit): Promise<RawReply> {
      const identity = { commandId, bodyDigest, command }
      const known = await readRememberedReply(db, identity)
      const { text, signed } = await compute(order)
      // A repetition is signed as of the first time, so that its bytes are the same.
      const issuedAt = known === null ? context.now.toISOString() : issuedAtOf(known)
      const statement = signed && (await signAudit({ ...signed, auditId, kind, issuedAt }, context))
      const whole = statement === null ? text : `{"statement":${statement},${text.slice(1)}`
      if (known !== null) return rawReply(whole, { isReplayed: true })
      await chargeAudit({ auditId, kind, accountId: order.accountId }, context)
      await inTransaction(db, (tx) => remembered(tx, identity, async () => ({ charged: true, issuedAt })))
      return rawReply(whole)
    }

    const sent = `${commandId}:${bodyDigest}`
    const answering =
      underWay.get(sent) ??
      queue
        .run({ kind, accountId, bytes, deadline }, (place) =>
          holdLease(commandId, () => answer({ accountId, auditId, context, place })),
        )
        .finally(() => underWay.delete(sent))
    underWay.set(sent, answering)
    return answering
  }
}

function issuedAtOf({ text }: StoredReply): string {
  const written = typeof text === 'string' ? text : new TextDecoder().decode(text)
  return (JSON.parse(written) as { issuedAt: string }).issuedAt
}
