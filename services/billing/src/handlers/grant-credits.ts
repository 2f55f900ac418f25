import { hash } from 'node:crypto'
import { type CommandInput, conflict, grantCredits, Refusal, unprocessable } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { centsToMicros } from '@outturn/money'
import type { CommandIdentity } from '@outturn/postgres'
import { inTransaction, remembered } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { BillingDeps } from '../deps.ts'
import { spendableMicros } from '../domain/ledger/account-funds.ts'
import { creditGrantPriority } from '../domain/ledger/credit-grant.ts'
import { issueCreditGrant } from '../domain/ledger/issue-credit-grant.ts'
import { appendTransfers, lockFunds, saveFunds } from '../store/account-books.ts'
import { recordCreditGrant } from '../store/credit-grants.ts'

type Input = CommandInput<typeof grantCredits>

/** Credits an account, once for each reference or command id however long ago the first time was. */
export function handleGrantCredits({ db, memory }: BillingDeps): Handler<typeof grantCredits> {
  return async (input, context) => {
    const { accountId, amountCents, source, expiresAt, note, reference } = input
    const { now } = context
    const identity = identityOf(input, context)
    const grant = {
      id: derivedId('grant', identity.commandId),
      source,
      priority: creditGrantPriority[source],
      expiresAt: expiresAt === null ? null : new Date(expiresAt),
      createdAt: now,
    }
    const micros = centsToMicros(BigInt(amountCents))
    const reply = await inTransaction(db, (tx) =>
      remembered(tx, identity, async () => {
        assertNotLapsed(grant.expiresAt, now)
        const { version, funds } = await lockFunds(tx, accountId, now)
        const issued = issueCreditGrant(funds, grant, micros, now)
        await recordCreditGrant(tx, accountId, grant, micros, note)
        await saveFunds(tx, version, issued.funds)
        await appendTransfers(tx, issued.transfers)
        return {
          grantId: grant.id,
          amountMicros: String(micros),
          availableMicros: String(spendableMicros(issued.funds, now)),
        }
      }).catch((error: unknown) => {
        throw reference === null ? error : namingReference(error)
      }),
    )
    memory.forget(accountId)
    return reply
  }
}

/** Which grant this is: the one of this reference where it has one. */
function identityOf(
  { accountId, amountCents, source, expiresAt, reference }: Input,
  { commandId, bodyDigest }: CommandContext,
): CommandIdentity {
  const kept = { command: grantCredits.name, keep: true }
  if (reference === null) return { ...kept, commandId, bodyDigest }
  const until = expiresAt === null ? null : Date.parse(expiresAt)
  return {
    ...kept,
    commandId: `granted_${hash('sha256', JSON.stringify([accountId, reference]))}`,
    bodyDigest: hash('sha256', JSON.stringify([amountCents, source, until])),
  }
}

function assertNotLapsed(expiresAt: Date | null, now: Date): void {
  if (expiresAt === null || expiresAt > now) return
  throw unprocessable('expires', `The credits would have lapsed already, at ${expiresAt.toISOString()}.`, {
    remediation: 'Give a time in the future, or none for credits that do not lapse.',
  })
}

function namingReference(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'conflict') return error
  return conflict('Another grant to this account has this reference.', {
    field: 'reference',
    reason: 'idempotency_key_reused',
    remediation:
      'Send the same amount, source and expiry to repeat that grant, or another reference for this one.',
  })
}
