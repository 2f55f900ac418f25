import {
  type Command,
  type Principal,
  Refusal,
  spoolEventName,
  type SpoolView,
  storeConflict,
} from '@outturn/contracts'
import type { CommandContext } from '@outturn/messaging'
import { StoredReply } from '@outturn/postgres'
import { derivedId } from '@outturn/service'
import { asOf } from '../domain/lifecycle/as-of.ts'
import { attributed } from '../domain/lifecycle/attributed.ts'
import { type Decision, type NextVersion, nextVersion, type VersionTools } from '../domain/model/decision.ts'
import type { Evidence, Spool } from '../domain/model/spool.ts'
import { toSpoolView } from '../domain/views/spool-view.ts'
import { assertKeyIsActive, assertParty, type Viewer, viewerOf } from '../domain/model/viewer.ts'
import type { SpoolDeps } from '../deps.ts'
import { openedOn, type RunProcess, type RunToOpen } from '../store/run-process.ts'
import { changeEvents, withdrawalEvents } from '../events.ts'
import type { NewMail } from '../store/casework/mail-store.ts'
import { BareReply } from '../store/kept-reply.ts'
import { loadForCommand, type StoredSpool } from '../store/spool-store.ts'
import { currentSpoolOfParty } from './current-spool.ts'
import { wholeReply } from './earlier-reply.ts'

/** How often a decision is made again, in turn, because another replica changed the Spool under it. */
const maxTurns = 20

/** What is decided about: the Spool as it is now, with all its evidence, and the party that asks. */
export type Decided = {
  spool: Spool
  evidence: readonly Evidence[]
  viewer: Viewer
  now: Date
}

/** A decision, with the run that it opens: then the process of that run makes the reply. */
export type SpoolDecision = Decision & { opens?: RunToOpen; mail?: NewMail }

/** The Spool after the change, and the reply; where a run was opened, ending it makes the reply. */
export type ChangedSpool = { spool: Spool; salt: Uint8Array; evidence: Evidence[] } & (
  | { reply: StoredReply; opened: null }
  | { reply: null; opened: RunProcess }
)

export type SpoolTarget = { spoolId: string; expectedVersions?: readonly number[] | undefined }

/** Whether a request is for exactly one version of the Spool: then its sender decided by what that version shows. */
export function namesOneVersion({ expectedVersions }: Pick<SpoolTarget, 'expectedVersions'>): boolean {
  return expectedVersions?.length === 1
}

/** The part of the service that changes of a Spool are made with. */
export type ChangeDeps = Pick<
  SpoolDeps,
  | 'bus'
  | 'clock'
  | 'commit'
  | 'countRefusedRun'
  | 'environment'
  | 'hashes'
  | 'ids'
  | 'pool'
  | 'relay'
  | 'spoolMutex'
>

export type AfterChange = { spool: Spool; evidence: readonly Evidence[]; now: Date }

export type ChangeOptions = {
  /**
   * What the command answers; the canonical Spool of its caller unless said otherwise. A bare reply is sent with the documents of its
   * run, and kept without them.
   */
  answer?: (after: AfterChange) => unknown
  /** Whether the sender acts for an account that is no party yet. */
  isForStranger?: boolean
  /**
   * Whether it is decided beside the other changes of the Spool, on what the Spool is when the command comes: because other
   * services are asked for the decision, or because a person decided by what the Spool showed.
   */
  isDecidedAtOnce?: boolean
  /** Whether the Spool shows that this very command took effect, before its answer was kept: the version that it names is behind it then. */
  tookEffect?: (spool: Spool) => boolean
}

/**
 * Loads, expires what is due, decides, commits and replies, in one statement each way. Changes of one Spool take turns; one
 * that is decided at once is so beside them, and in turn when it lost. A change that lost against another
 * is decided again on the new version, unless the caller named the version it meant. A repeated command gets the reply it
 * got before.
 */
export async function changeSpool(
  deps: ChangeDeps,
  command: Command,
  target: SpoolTarget,
  context: CommandContext,
  decide: (current: Decided) => SpoolDecision | Promise<SpoolDecision>,
  options: ChangeOptions = {},
): Promise<ChangedSpool> {
  const attempt = (left: StoredSpool | null) =>
    tryChange(deps, command, target, context, { decide, left }, options)
  let changed = options.isDecidedAtOnce === true ? await attempt(null) : null
  for (let turn = 0; changed === null && turn < maxTurns; turn += 1) {
    changed = await deps.spoolMutex.run(target.spoolId, async ({ received, leave }) => {
      const result = (received === null ? null : await attemptOn(received, attempt)) ?? (await attempt(null))
      if (result !== null) leave(result)
      return result
    })
  }
  if (changed !== null) return changed
  throw storeConflict('The Spool kept changing while this was decided.', { retryAfterSeconds: 1 })
}

/** An attempt on the Spool as the turn before left it. What it refuses is not final: the Spool is read before it is. */
async function attemptOn(
  left: StoredSpool,
  attempt: (left: StoredSpool) => Promise<ChangedSpool | null>,
): Promise<ChangedSpool | null> {
  try {
    return await attempt(left)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

type Attempt = {
  decide: (current: Decided) => SpoolDecision | Promise<SpoolDecision>
  /** The Spool as the turn before left it; null to read it. */
  left: StoredSpool | null
}

/** The Spool as a command meets it, with what is decided about; or the reply that this command already got. */
type MetSpool = StoredSpool &
  ({ reply: StoredReply } | { reply: null; current: NextVersion; decided: Decided })

/** Refuses who is no party, a key that has ended, and another version than the caller named. */
async function meetSpool(
  deps: ChangeDeps,
  { spoolId, expectedVersions }: SpoolTarget,
  context: CommandContext,
  {
    left = null,
    isForStranger = false,
    tookEffect = () => false,
  }: Pick<ChangeOptions, 'isForStranger' | 'tookEffect'> & { left?: StoredSpool | null },
): Promise<MetSpool> {
  const loaded =
    left === null
      ? await loadForCommand(deps.pool, spoolId, context, deps.environment)
      : { ...left, reply: null }
  if (loaded !== null && loaded.reply !== null) {
    return { ...loaded, reply: await wholeReply(deps, loaded.reply, context) }
  }
  if (loaded === null || !isForStranger) assertParty(loaded?.spool ?? null, context.principal)
  const { spool, salt, evidence } = loaded as NonNullable<typeof loaded>
  const now = deps.clock.now()
  const current = asOf(spool, now, deps.hashes)
  assertKeyIsActive(current.spool, context.principal, now)
  const isMeant = expectedVersions?.includes(current.spool.version) !== false
  if (!isMeant && !tookEffect(current.spool)) throw otherVersion()

  const viewer = viewerOf(current.spool, context.principal)
  const decided = { spool: current.spool, evidence, viewer, now }
  return { spool, salt, evidence, reply: null, current, decided }
}

/**
 * Refuses early what would be refused when it is decided: who is no party, and what `assertMay` does not allow. For a command that has
 * others work for its decision. Answers with the reply that the command already got, or null.
 */
export async function replyBeforeWork(
  deps: ChangeDeps,
  target: SpoolTarget,
  context: CommandContext,
  assertMay: (current: Decided) => void,
): Promise<StoredReply | null> {
  const met = await meetSpool(deps, target, context, {})
  if (met.reply !== null) return met.reply
  assertMay(met.decided)
  return null
}

/** One attempt at a change; null when the Spool changed meanwhile. */
async function tryChange(
  deps: ChangeDeps,
  command: Command,
  target: SpoolTarget,
  context: CommandContext,
  { decide, left }: Attempt,
  { answer, ...options }: ChangeOptions,
): Promise<ChangedSpool | null> {
  const met = await meetSpool(deps, target, context, { ...options, left })
  if (met.reply !== null) return { ...met, opened: null }
  const { spool: stored, salt, evidence, current, decided } = met
  const { now } = decided
  const decision = attributed(await decide(decided), context.principal)
  const actorId = actorOfEntries(decision)
  const viewOf = (changed: AfterChange): SpoolView =>
    toSpoolView(changed.spool, changed.evidence, context.principal, changed.now, actorId)
  const change = nextVersion(decision, now.toISOString(), entryTools(deps, context.commandId))
  const newEvidence = decision.evidence ?? []
  const after = { spool: change.spool, evidence: [...evidence, ...newEvidence], now }
  const opened = decision.opens === undefined ? null : openedOn(change.spool, decision.opens)
  const end =
    opened === null ? { opened, reply: keptAnswer((answer ?? viewOf)(after)) } : { opened, reply: null }
  const outbox = [
    ...changeEvents(deps, stored, change.spool, now),
    ...withdrawalEvents(deps, change.spool, decision.withdrawal, now),
  ]
  const result = await deps.commit({
    origin: {
      kind: 'command',
      commandId: context.commandId,
      command: command.name,
      bodyDigest: context.bodyDigest,
      reply: end.reply,
      isKept: false,
    },
    before: stored,
    spool: change.spool,
    history: [...current.history, ...change.history],
    ...(newEvidence.length > 0 && {
      evidence: { from: evidence.length, items: newEvidence, contents: decision.contents ?? [] },
    }),
    ...(decision.dispute !== undefined && { dispute: decision.dispute }),
    ...(decision.claims !== undefined && { claims: decision.claims }),
    ...(decision.withdrawal !== undefined && { withdrawal: decision.withdrawal }),
    ...(decision.disputeText !== undefined && { disputeText: decision.disputeText }),
    ...(decision.discrepancies !== undefined && { discrepancies: decision.discrepancies }),
    ...(decision.match !== undefined && { match: decision.match }),
    ...(decision.review !== undefined && { review: decision.review }),
    ...(decision.reviewDecision !== undefined && { reviewDecision: decision.reviewDecision }),
    ...(decision.mail !== undefined && { mail: decision.mail }),
    outbox,
    opens: opened,
    at: now.toISOString(),
  })
  if (result === 'won') {
    deps.relay.publish(outbox)
    const written = { ...after, salt }
    return end.reply === null
      ? { ...written, ...end }
      : { ...written, opened: null, reply: await sentReply(deps, end.reply, context) }
  }
  return null
}

/** The party that a decision says acted last. */
function actorOfEntries({ entries }: Decision): string | undefined {
  return entries.findLast(({ actor }) => actor.kind === 'party')?.actor.party_id ?? undefined
}

function keptAnswer(answer: unknown): string | BareReply {
  return answer instanceof BareReply ? answer : JSON.stringify(answer)
}

function sentReply(
  deps: ChangeDeps,
  reply: string | BareReply,
  context: CommandContext,
): StoredReply | Promise<StoredReply> {
  return typeof reply === 'string'
    ? new StoredReply(reply)
    : wholeReply(deps, reply, context, { isReplayed: false })
}

/** The same for a command that opens no run: its reply. */
export async function changeAndReply(
  deps: ChangeDeps,
  command: Command,
  target: SpoolTarget,
  context: CommandContext,
  decide: (current: Decided) => SpoolDecision | Promise<SpoolDecision>,
  options: ChangeOptions = {},
): Promise<StoredReply> {
  const { reply } = await changeSpool(deps, command, target, context, decide, options)
  if (reply === null) throw new Error(`${command.name} opened a run`)
  return reply
}

/** The Spool as its caller would see it after a change, of which nothing is stored. */
export async function previewChange(
  deps: ChangeDeps,
  target: SpoolTarget,
  { principal, commandId }: CommandContext,
  decide: (current: Decided) => Decision,
): Promise<SpoolView> {
  const current = await shownSpool(deps, target, principal)
  const { evidence, now } = current
  const change = nextVersion(decide(current), now.toISOString(), entryTools(deps, commandId))
  return toSpoolView(change.spool, evidence, principal, now)
}

/** The Spool as a party sees it now, with what would be decided about. */
export async function shownSpool(
  deps: ChangeDeps,
  { spoolId, expectedVersions }: SpoolTarget,
  principal: Principal,
): Promise<Decided> {
  const { spool, evidence, now } = await currentSpoolOfParty(deps, spoolId, principal)
  if (expectedVersions?.includes(spool.version) === false) throw otherVersion()
  return { spool, evidence, viewer: viewerOf(spool, principal), now }
}

function entryTools({ hashes }: ChangeDeps, commandId: string): VersionTools {
  return {
    eventHash: hashes.eventHash,
    entryId: (type, index) => derivedId('event', spoolEventName(commandId, type, index)),
  }
}

function otherVersion(): Refusal {
  return storeConflict('The Spool is not at the version that If-Match names.', { reason: 'version_mismatch' })
}
