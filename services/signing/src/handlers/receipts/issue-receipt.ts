import { setImmediate as endOfTurn } from 'node:timers/promises'
import { nodeSha256 } from '@outturn/canonical/node'
import {
  conflict,
  type issueReceipt as issueReceiptCommand,
  type Refusal,
  unavailable,
} from '@outturn/contracts'
import { type Handler, packed, replyInParts } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { derivedId, failPoint } from '@outturn/service'
import {
  type IssuedReceipt,
  type Issuer,
  issueReceipt,
  receiptIdOf,
} from '../../domain/receipts/issue-receipt.ts'
import { servedReceipt } from '../../domain/receipts/receipt-text.ts'
import type { IssueCommand } from '../../domain/receipts/refuse-unsignable.ts'
import type { SigningDeps } from '../../deps.ts'
import {
  adviceOnMissingKeys,
  describeMissingKeys,
  missingForVerification,
} from '../../domain/keys/missing-keys.ts'
import { keyEnded } from '../../flows/key-ring.ts'
import { replaceReceipt } from '../../flows/replace-receipt.ts'
import {
  findReceiptOfRun,
  keyNotActive,
  notLatest,
  type RecordedReceipt,
  type StoredReceipt,
} from '../../store/receipt-store.ts'

/** How often a receipt is signed anew because its key ended before it was stored. */
const maxTurns = 3

/**
 * Issues the receipt of a run, or answers with the one it has. A run has exactly one receipt: another body for the same
 * run is refused, from every sender.
 */
export function handleIssueReceipt(deps: SigningDeps): Handler<typeof issueReceiptCommand> {
  return async (command) => {
    const { receiptId: asked, stored } = await issuedOrStored(deps, command)
    failPoint('signing.after-record')
    deps.transparencyLog.nudge()
    const { receiptId, attestation } = stored
    if (receiptId !== asked) {
      throw conflict(`Run ${command.runId} already has another receipt.`, {
        reason: 'receipt_exists',
        details: { receipt_id: receiptId },
      })
    }
    const first = `${JSON.stringify({ receiptId })}\n`
    return replyInParts([first, ...servedReceipt(stored), `\n${attestation}`], {
      passed: ['receipt', 'attestation'],
    })
  }
}

type Answer = {
  /** Of the receipt that was asked for. */
  readonly receiptId: string
  readonly stored: StoredReceipt
}

async function issuedOrStored(deps: SigningDeps, command: IssueCommand): Promise<Answer> {
  for (let turn = 1; turn <= maxTurns; turn += 1) {
    const issuer = issuerOf(deps) ?? (await issuerAfterRefresh(deps))
    if (issuer === null) return storedBefore(deps, command, unsigned)
    const refusal = deps.floor.findRefusal()
    if (refusal !== null) return storedBefore(deps, command, () => refusal)
    if ((command.recoveryEpoch ?? 0) !== deps.floor.passed().epoch) {
      return storedBefore(deps, command, runOfEarlierEpoch)
    }
    const issued = await issueReceipt(command, derivedId('attestation', command.runId), issuer)
    failPoint('signing.before-record')
    const stored = await recorded(deps, issued, command)
    if (stored === notLatest) throw outOfLine(command)
    if (stored !== keyNotActive) return { receiptId: issued.receiptId, stored }
    await Promise.all([deps.keys.refresh(), deps.floor.check()])
  }
  throw keyEnded()
}

/** Its receipt may have been issued in the time that a restore lost, so it never gets one here. */
function runOfEarlierEpoch(): Refusal {
  return conflict('The run was opened before the database was restored, and may have a receipt already.', {
    reason: 'run_of_earlier_epoch',
    remediation: 'Nothing was charged. Send the request again with a new Idempotency-Key.',
  })
}

/** The receipts of a Spool replace one another in a line, so at most the last of them is active. */
function outOfLine({ spoolId, supersedes }: IssueCommand): Refusal {
  const problem =
    supersedes === undefined
      ? 'has a receipt already'
      : `has another receipt in place of ${supersedes.receiptId}`
  return conflict(`Spool ${spoolId} ${problem}, and this one does not replace it.`, {
    reason: 'not_latest_receipt',
  })
}

function recorded(
  deps: SigningDeps,
  issued: IssuedReceipt,
  { supersedes }: IssueCommand,
): Promise<RecordedReceipt> {
  return supersedes === undefined ? deps.recordReceipt(issued) : replaceReceipt(deps, issued, supersedes)
}

/** A receipt outlives the keys: what was issued is answered, and nothing new is. */
async function storedBefore(
  deps: SigningDeps,
  command: IssueCommand,
  refusal: (deps: SigningDeps) => Refusal,
): Promise<Answer> {
  const stored = await findReceiptOfRun(onPool(deps.pool), command.runId)
  if (stored === null) throw refusal(deps)
  const { slug, environment } = deps
  const receiptId = await receiptIdOf(command, { slug, environment, pause: endOfTurn }, nodeSha256)
  return { receiptId, stored }
}

/** Another replica may have made a key active a moment ago. */
async function issuerAfterRefresh(deps: SigningDeps): Promise<Issuer | null> {
  await deps.keys.refresh()
  return issuerOf(deps)
}

function unsigned({ environment, isOff, keys }: SigningDeps): Refusal {
  if (isOff) return unavailable(`Signing is off in ${environment}.`, { reason: 'signing_off' })
  const missing = missingForVerification(keys.missing())
  return unavailable(describeMissingKeys(environment, missing), {
    reason: 'signing_not_configured',
    remediation: adviceOnMissingKeys(environment, missing),
  })
}

function issuerOf({ slug, environment, keys, isOff, attestationTtlMs }: SigningDeps): Issuer | null {
  if (isOff) return null
  const { receipt: receiptSigner, attestation: attestationSigner } = keys.signers
  if (receiptSigner === null || attestationSigner === null) return null
  return {
    slug,
    environment,
    pause: endOfTurn,
    receiptSigner,
    attestationSigner,
    attestationTtlMs,
    sha256: nodeSha256,
    pack: packed,
  }
}
