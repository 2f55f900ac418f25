import { accountOf, reserveRun, verifySpool } from '@outturn/contracts'
import type { CommandContext, Handler } from '@outturn/messaging'
import { derivedId, failPoint } from '@outturn/service'
import { awaitWords, hearWords, openRun } from '../domain/ask-for-run.ts'
import { toSpoolView } from '../domain/spool-view.ts'
import { refuseUnlessAllowed } from '../domain/transitions.ts'
import { awaitingSpool } from '../domain/verified-spool.ts'
import { driveRun } from '../process/drive-run.ts'
import { inlineContentBytes } from '../process/frozen-run.ts'
import { firstLeaseMs, verdictWaitMs } from '../process/lease.ts'
import type { SpoolDeps } from '../service.ts'
import { replyOf } from '../store/reply-store.ts'
import { contentsWithin } from '../store/run-contents.ts'
import { changeSpool, type Decided, type SpoolDecision } from './change-spool.ts'
import { refuseOtherForm } from './refuse-other-form.ts'

/**
 * Records the words that come along; with all that are needed, reserves the price, opens the run in one statement and
 * drives it to its receipt. The run takes its id from the command, so a repetition finds it and never makes a second.
 */
export function handleVerifySpool(deps: SpoolDeps): Handler<typeof verifySpool> {
  return async ({ spoolId, expectedVersion, request }, context) => {
    const runId = derivedId('run', context.commandId)
    const hop = { principal: context.principal, requestId: context.requestId, deadline: context.deadline }
    const reserveOnce = reservation(deps, runId, context)

    async function decide({ spool, evidence, viewer, now }: Decided): Promise<SpoolDecision> {
      refuseUnlessAllowed('verify', spool, viewer, now)
      const at = now.toISOString()
      const heard = hearWords(
        request.confirmations ?? [],
        { spool, evidence, viewer },
        {
          at,
          evidenceIdOf: ({ index, side }) =>
            derivedId('evidence', `${context.commandId}:confirmation:${index}:${side}`),
          hashes: deps.hashes,
        },
      )
      await refuseOtherForm(
        deps,
        spoolId,
        evidence,
        heard.items.map(({ content }) => ({
          content,
          field: 'confirmations',
          remediation: 'Say the same with another detail.',
        })),
      )
      const waiting = awaitWords(heard, at)
      if (waiting !== null) return waiting
      const evidenceCount = evidence.length + heard.items.length
      const decision = openRun(heard, { runId, at, evidenceCount, askedBy: viewer })
      const accountId = await reserveOnce()
      return {
        ...decision,
        opens: {
          runId,
          spoolId,
          accountId,
          commandId: context.commandId,
          nonce: `n_${Buffer.from(deps.randomBytes(12)).toString('hex')}`,
          requestedAt: at,
          leaseUntil: new Date(now.getTime() + firstLeaseMs).toISOString(),
          attempts: 0,
          request: { askedBy: context.principal, attempt: spool.standing.runs + 1, evidenceCount },
        },
      }
    }

    const changed = await changeSpool(deps, verifySpool, { spoolId, expectedVersion }, context, decide, {
      answer: ({ spool, evidence, now }) =>
        awaitingSpool(toSpoolView(spool, evidence, context.principal, now)),
    })
    if (changed.opened === null) return changed.reply
    failPoint('spool.after-agree')
    const { spool, salt, evidence, opened } = changed
    const contents = await contentsWithin(deps.pool, spoolId, inlineContentBytes)
    const frozen = { spool, salt, held: evidence, evidence, contents, process: opened }
    const deadline = Math.min(context.deadline, deps.clock.now().getTime() + verdictWaitMs)
    const reply = await driveRun(deps, frozen, { ...hop, deadline })
    failPoint('spool.before-reply')
    return reply ?? replyOf(deps.pool, context.commandId, context.bodyDigest)
  }
}

/** Reserves the price of the run for the account that asks, once however often the decision is made again. */
function reservation(deps: SpoolDeps, runId: string, context: CommandContext): () => Promise<string> {
  const { principal, requestId, deadline } = context
  let reserved: string | null = null
  return async () => {
    if (reserved !== null) return reserved
    const accountId = accountOf(principal)
    if (accountId === null) throw new Error('a party that verifies has an account')
    failPoint('spool.before-reserve')
    await deps.bus.request(
      reserveRun,
      { runId, accountId, freeTextCompiles: 0 },
      { principal, requestId, deadline, commandId: `reserve:${runId}` },
    )
    failPoint('spool.after-reserve')
    reserved = accountId
    return accountId
  }
}
