import { evidenceTooLarge, invalidState, Refusal } from '@outturn/contracts'
import type { ConfirmationFacts, SentConfirmation } from '../confirmations/confirmations.ts'
import { confirmByEvidence } from '../confirmations/evidence-as-confirmation.ts'
import type { EvidenceDraft } from '../evidence/evidence-draft.ts'
import { type Submission, submitEvidence } from '../submissions/submit-evidence.ts'
import type { Decision } from '../model/decision.ts'
import { hasMaterial } from '../lifecycle/flags.ts'
import { hasConditions, isAccepted, isActive, isNotTerminal } from '../lifecycle/guards.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { actionContextOf, assertAllowed, assertGuards } from '../lifecycle/transitions.ts'
import type { Viewer } from '../model/viewer.ts'
import { applyConfirmations } from './open-run.ts'

/** Dry runs that each party has for one Spool on one day, by UTC. */
export const previewsPerDay = 20

/** UTF-8 bytes of the contents that one dry run takes along: they travel in one message. */
export const previewedContentBytes = 2 * 1_048_576

/** A Spool as it would be verified, with the contents that it does not hold. */
export type PreviewedSpool = {
  spool: Spool
  evidence: readonly Evidence[]
  contents: readonly { readonly digest: string; readonly text: string }[]
}

type Sender = { spool: Spool; evidence: readonly Evidence[]; viewer: Viewer }

/** One item that is sent along: a submission, or a confirmation that a party gives as evidence. */
export type SentItem =
  | { kind: 'submission'; submission: Submission }
  | { kind: 'confirmation'; confirmation: SentConfirmation; draft: EvidenceDraft }

export type SentAlong = {
  items: readonly SentItem[]
  confirmations: readonly SentConfirmation[]
}

export type PreviewFacts = {
  now: Date
  confirmation: ConfirmationFacts
  /** Texts of the contents that the Spool holds, by their digests. */
  heldTexts: ReadonlyMap<string, string>
}

/** Refuses a dry run of a Spool that is not there to be verified. Who may verify is no question: every party may try. */
export function assertPreviewable(spool: Spool, viewer: Viewer, now: Date): void {
  assertGuards([isActive, isAccepted, hasConditions, isNotTerminal], actionContextOf(spool, viewer, now))
}

/** Runs what is about one item that was sent along; a refusal names the item. */
export function atItem<Result>(index: number, act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    throw ofItem(index, error)
  }
}

/** An error of one item that was sent along; a refusal names the item. */
export function ofItem(index: number, error: unknown): unknown {
  if (!(error instanceof Refusal)) return error
  const { field } = error.options
  const at = `evidence[${index}]${field === undefined ? '' : `.${field}`}`
  return new Refusal(error.code, error.message, { ...error.options, field: at }, error.status)
}

/**
 * The Spool with what was sent along, by the rules by which it would be submitted and confirmed; refuses what those
 * refuse, and a Spool with nothing to judge.
 */
export function previewedSpool(sender: Sender, sent: SentAlong, facts: PreviewFacts): PreviewedSpool {
  const { viewer } = sender
  const sentAlong = new Set(
    sent.items.flatMap((each) => (each.kind === 'submission' ? [each.submission.item.id] : [])),
  )
  const confirmation = { ...facts.confirmation, sentAlong }
  const submitted = withItems(sender, sent.items, { ...facts, confirmation })
  const confirmed = applyConfirmations(sent.confirmations, { ...submitted, viewer }, confirmation)
  if (!hasMaterial(confirmed.spool)) {
    throw invalidState('There is no evidence, confirmation or external result to verify.', {
      reason: 'nothing_to_verify',
      remediation: 'Send evidence along, or submit it first.',
    })
  }
  return {
    spool: confirmed.spool,
    evidence: [...submitted.evidence, ...confirmed.items.map(({ item }) => item)],
    contents: [...submitted.contents, ...confirmed.items.map(({ content }) => content)],
  }
}

function withItems(
  { spool: first, evidence: held, viewer }: Sender,
  items: readonly SentItem[],
  facts: PreviewFacts,
): PreviewedSpool {
  let spool = first
  let evidence = held
  const contents = new Map<string, string>()
  items.forEach((item, index) => {
    const decision = atItem(index, () => {
      assertAllowed('evidence', spool, viewer, facts.now)
      return taken(item, { spool, evidence, viewer }, contents, facts)
    })
    spool = decision.spool
    evidence = [...evidence, ...(decision.evidence ?? [])]
    for (const content of decision.contents ?? []) contents.set(content.digest, content.text)
  })
  assertFitsMessage([...contents.values()])
  return { spool, evidence, contents: Array.from(contents, ([digest, text]) => ({ digest, text })) }
}

function taken(
  item: SentItem,
  sender: Sender,
  contents: ReadonlyMap<string, string>,
  { heldTexts, confirmation }: PreviewFacts,
): Decision {
  if (item.kind === 'confirmation') {
    return confirmByEvidence(item.confirmation, item.draft, sender, confirmation)
  }
  const { contentDigest: digest } = item.submission.item
  const held = digest === null ? null : (contents.get(digest) ?? heldTexts.get(digest) ?? null)
  return submitEvidence(sender, item.submission, held, confirmation.hashes)
}

function assertFitsMessage(texts: readonly string[]): void {
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  if (bytes <= previewedContentBytes) return
  throw evidenceTooLarge('evidence', 'The items sent along are too large for one dry run.', {
    remediation: `Send at most ${previewedContentBytes} bytes of content along, or submit the evidence first.`,
  })
}
