import { invalidState } from '@outturn/contracts'
import {
  type ConfirmationFacts,
  type ConfirmationPath,
  givenConfirmations,
  listedConfirmation,
  type SentConfirmation,
} from '../confirmations/confirmations.ts'
import { type ConfirmedSpool, recordConfirmations } from '../confirmations/record-confirmations.ts'
import type { Decision, Entry } from '../model/decision.ts'
import { neededConfirmations } from '../confirmations/needed-confirmations.ts'
import type { SystemEvidence } from '../evidence/recorded-content.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { hasMaterial, observesByItself } from '../lifecycle/flags.ts'
import type { Viewer } from '../model/viewer.ts'

/** Adds the confirmations of a verify action to the Spool, or refuses the first that the caller may not give. */
export function applyConfirmations(
  inputs: readonly SentConfirmation[],
  { spool, evidence, viewer }: { spool: Spool; evidence: readonly Evidence[]; viewer: Viewer },
  facts: ConfirmationFacts,
  path: ConfirmationPath = listedConfirmation,
): ConfirmedSpool {
  return recordConfirmations(
    givenConfirmations(inputs, spool, viewer.sides, evidence, path),
    { spool, evidence },
    facts,
    path,
  )
}

/** The Spool after a verify action that cannot run yet: its confirmations are kept, and the Spool waits for the others. */
export function awaitConfirmations({ spool, items, entries }: ConfirmedSpool, at: string): Decision | null {
  const missing = neededConfirmations(spool)
  if (missing.length === 0) return null
  const { status } = spool.state
  const begins: Entry[] =
    status.verification === 'awaiting_confirmation'
      ? []
      : [
          {
            type: 'verification.awaiting_confirmation',
            at,
            actor: { party_id: null, kind: 'service' },
            data: {
              missing: missing.map(({ conditionId, side }) => ({ condition_id: conditionId, side })),
            },
          },
        ]
  const state = {
    ...spool.state,
    status: { ...status, verification: 'awaiting_confirmation' as const },
  }
  return { ...kept(items), spool: { ...spool, state }, entries: [...entries, ...begins] }
}

/** The Spool after confirmations alone: it waits for the others, or for the verify action. */
export function keepConfirmations(confirmed: ConfirmedSpool, at: string): Decision {
  const { spool, items, entries } = confirmed
  return awaitConfirmations(confirmed, at) ?? { ...kept(items), spool, entries }
}

/** Opens a run over everything that the Spool holds now; until it ends, the Spool takes nothing but evidence. */
export function openRun(
  { spool, items, entries }: ConfirmedSpool,
  run: { runId: string; at: string; evidenceCount: number; askedBy: Viewer },
): Decision {
  if (!hasMaterial(spool) && !observesByItself(spool)) {
    throw invalidState('There is no evidence, confirmation or external result to verify.', {
      reason: 'nothing_to_verify',
      remediation: 'Submit evidence, or send the confirmations of the conditions that people decide.',
    })
  }
  return {
    ...kept(items),
    spool: withOpenRun(spool, run.runId),
    entries: [
      ...entries,
      {
        type: 'verification.requested',
        at: run.at,
        actor: { party_id: run.askedBy.party?.partyId ?? null, kind: 'party' },
        data: { run_id: run.runId, attempt: spool.state.runs + 1, evidence_items: run.evidenceCount },
      },
    ],
  }
}

/** The Spool with a run that has started and not ended. */
export function withOpenRun(spool: Spool, runId: string): Spool {
  const { status, lastRun } = spool.state
  const isAwaiting = status.verification === 'awaiting_confirmation'
  const verification = isAwaiting ? (lastRun?.result ?? 'pending') : status.verification
  return { ...spool, state: { ...spool.state, openRun: { runId }, status: { ...status, verification } } }
}

function kept(items: readonly SystemEvidence[]): Required<Pick<Decision, 'evidence' | 'contents'>> {
  return {
    evidence: items.map(({ item }) => item),
    contents: items.map(({ content: { digest, text } }) => ({ digest, text })),
  }
}
