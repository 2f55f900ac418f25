import {
  accountOf,
  type EvidenceRequest,
  type previewVerification,
  Refusal,
  type RunJob,
} from '@outturn/contracts'
import type { TableReaders } from '@outturn/checkers'
import { type CommandContext, type Handler, ownTurn } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import { priceOfRun } from '../../adapters/billing.ts'
import { previewedRun } from '../../adapters/verification.ts'
import type { SpoolDeps } from '../../deps.ts'
import { judgedItems } from '../../domain/evidence/judged-items.ts'
import { confirmationIn } from '../../domain/confirmations/evidence-as-confirmation.ts'
import {
  readableContent,
  submission,
  type SubmissionFacts,
} from '../../domain/submissions/submit-evidence.ts'
import type { Spool } from '../../domain/model/spool.ts'
import type { Viewer } from '../../domain/model/viewer.ts'
import {
  assertPreviewable,
  ofItem,
  type PreviewedSpool,
  previewedSpool,
  previewsPerDay,
  type SentItem,
} from '../../domain/runs/previewed-spool.ts'
import { verificationPreview } from '../../domain/views/preflight.ts'
import { admitRun } from '../../flows/runs/admit-run.ts'
import { namesOneVersion, shownSpool } from '../../flows/change-spool.ts'
import { judgedKeys, toRunEvidence } from '../../flows/runs/frozen-run.ts'
import { verdictWaitMs } from '../../flows/lease.ts'
import { previewedContents, previewInline } from '../../domain/runs/previewed-contents.ts'
import { countPreview } from '../../store/preview-store.ts'
import { contentsWithin } from '../../store/run-contents.ts'
import { evidenceContent } from '../../store/spool-store.ts'
import { evidenceDraftOf } from '../../wire/evidence-request.ts'
import { sentEvidence } from '../../wire/sent-evidence.ts'
import { confirmationsOf } from '../../wire/verify-request.ts'

/** Tries the verification of an accepted Spool for one of its parties: judged and priced like the real one, and nothing kept. */
export function handlePreviewVerification(deps: SpoolDeps): Handler<typeof previewVerification> {
  return async ({ request, evidence: sentAlong, ...target }, context) => {
    const { principal } = context
    const { spool, evidence, viewer, now } = await shownSpool(deps, target, principal)
    assertPreviewable(spool, viewer, now)
    const at = now.toISOString()
    const isOfReadVersion = namesOneVersion(target)
    const items: SentItem[] = []
    for (const item of sentEvidence(sentAlong)) {
      const index = items.length
      // An item may be a megabyte of work, and other requests take their turns before it is read further and after it.
      await ownTurn()
      const facts = factsOf(deps, context, index, at)
      const sent = sentItem(item, { spool, viewer }, facts, isOfReadVersion, deps.tableReaders).catch(
        (error: unknown) => {
          throw ofItem(index, error)
        },
      )
      items.push(await sent)
      await ownTurn()
    }
    const sent = { items, confirmations: confirmationsOf(request, isOfReadVersion) }
    const previewed = previewedSpool({ spool, evidence, viewer }, sent, {
      now,
      heldTexts: await heldTexts(deps, spool.id, items),
      confirmation: {
        at,
        evidenceIdOf: ({ index, side }) =>
          derivedId('evidence', `${context.commandId}:confirmation:${index}:${side}`),
        hashes: deps.hashes,
      },
    })
    admitRun(deps, previewed.spool.agreement, previewed.evidence, 'evidence')
    const used = await count(deps, spool, viewer, now)
    const accountId = accountOf(principal)
    if (accountId === null) throw new Error('a party that tries a verification has an account')
    const hop = { ...context, deadline: Math.min(context.deadline, now.getTime() + verdictWaitMs) }
    const [price, outcome] = await Promise.all([
      priceOfRun(deps, { accountId, freeTextCompiles: 0 }, hop),
      runOf(deps, previewed, { accountId, now }, hop),
    ])
    return verificationPreview(previewed, outcome, { price, previewsLeft: previewsPerDay - used })
  }
}

function factsOf(deps: SpoolDeps, { commandId }: CommandContext, index: number, at: string): SubmissionFacts {
  return {
    at,
    evidenceId: derivedId('evidence', `${commandId}:preview:${index}`),
    canonical: deps.hashes.canonical,
    sha256Hex: deps.hashes.sha256Hex,
    digestOf: deps.hashes.content,
  }
}

async function sentItem(
  request: EvidenceRequest,
  { spool, viewer }: { spool: Spool; viewer: Viewer },
  facts: SubmissionFacts,
  isOfReadVersion: boolean,
  readers: TableReaders,
): Promise<SentItem> {
  const draft = evidenceDraftOf(request)
  const confirmation = confirmationIn(draft, isOfReadVersion)
  if (confirmation !== null) return { kind: 'confirmation', confirmation, draft }
  const content = await readableContent(draft, facts, readers)
  return { kind: 'submission', submission: submission(draft, spool, viewer, facts, content) }
}

/** What the Spool holds already of the contents that were sent along. */
async function heldTexts(
  deps: SpoolDeps,
  spoolId: string,
  items: readonly SentItem[],
): Promise<ReadonlyMap<string, string>> {
  const digests = new Set(
    items.flatMap((each) => (each.kind === 'submission' ? (each.submission.item.contentDigest ?? []) : [])),
  )
  const texts = await Promise.all(
    Array.from(
      digests,
      async (digest) => [digest, await evidenceContent(deps.pool, spoolId, digest)] as const,
    ),
  )
  return new Map(texts.flatMap(([digest, text]) => (text === null ? [] : [[digest, text] as const])))
}

/** Counts this dry run before it costs anything, and refuses one beyond those of the day. */
async function count(deps: SpoolDeps, spool: Spool, { party }: Viewer, now: Date): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  const partyId = party?.partyId ?? ''
  const used = await countPreview(deps.pool, { spoolId: spool.id, partyId, day, most: previewsPerDay })
  if (used !== null) return used
  const tomorrow = Date.parse(day) + 86_400_000
  throw new Refusal('rate_limited', `Today's ${previewsPerDay} dry runs of this Spool are used.`, {
    reason: 'dry_run_limit',
    retryAfterSeconds: Math.ceil((tomorrow - now.getTime()) / 1_000),
    remediation: 'Submit the evidence and verify, or try again after midnight UTC.',
  })
}

/** A worker asks for what the Spool holds beyond the room of the message; what was sent along comes with the job. */
async function runOf(
  deps: SpoolDeps,
  { spool, evidence, contents }: PreviewedSpool,
  { accountId, now }: { accountId: string; now: Date },
  hop: CommandContext,
): ReturnType<typeof previewedRun> {
  const keys = judgedKeys(spool, evidence)
  const stored = await contentsWithin(deps.pool, spool.id, keys, previewInline)
  const { inline, beside } = previewedContents([...contents, ...stored])
  const job: RunJob = {
    runId: deps.ids.newId('run'),
    spoolId: spool.id,
    accountId,
    slug: deps.slug,
    plan: spool.agreement.plan,
    evidence: judgedItems(evidence, spool.agreement).map(toRunEvidence),
    contents: inline,
    evaluatedAt: now.toISOString(),
    spoolSalt: Buffer.from(deps.randomBytes(32)).toString('base64url'),
    remainingMs: hop.deadline - now.getTime(),
  }
  return previewedRun(deps, job, beside, hop)
}
