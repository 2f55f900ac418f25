import type { Environment } from '@outturn/vocabulary'
import { nodeSuite } from '@outturn/canonical/node'
import type { TrustedLog, TrustSet } from '@outturn/receipt-verifier'
import { type EndedLog, followLog, readEndedLogs } from '@outturn/transparency-log'
import { addressOf, auditEnded, endedIn, findingsOfStart } from './ended-logs.ts'
import { expectedReceipt } from './expected-receipt.ts'
import { readHttp } from '../http-resource.ts'
import { collectLoggedKeys } from './logged-keys.ts'
import { type PinnedLog, readPinned, savePinned } from './pinned-log.ts'
import { type AuditOutcome, writeAudit } from './write-audit.ts'
import { type ExitStatus, exitStatus, type Output, UnusableInput } from '../output.ts'
import { serviceAddress } from '../connection/service-address.ts'
import { keyDocumentOf } from '../service.ts'

export interface AuditRequest {
  /** Address of the deployment. */
  readonly baseUrl: string
  readonly environment: Environment
  /** File of the pinned checkpoint; `keys` and `receipt` are files too. */
  readonly checkpoint?: string
  readonly keys?: string
  readonly receipt?: string
  readonly onlyNew?: boolean
  readonly save?: boolean
  readonly json?: boolean
}

/** Follows a log over HTTP and says what is wrong with it. Throws UnusableInput for what cannot be judged. */
export async function runAudit(request: AuditRequest, { print }: Output): Promise<ExitStatus> {
  const { environment, checkpoint: checkpointFile, receipt: receiptFile, onlyNew = false } = request
  const base = serviceAddress(request.baseUrl)
  const { trustSet, document } = await keyDocumentOf(base, request.keys)
  const log = logOf(trustSet, environment)
  const read = readEndedLogs(log, endedIn(document, environment), nodeSuite)
  const ended = Array.isArray(read) ? (read as readonly EndedLog[]) : []
  const kept = readPinnedFor(request, log)
  const pinnedEnd = ended.find((each) => each.log.origin === kept?.checkpoint.origin)
  const pinned = pinnedEnd === undefined ? kept : null
  const expected = receiptFile === undefined ? null : expectedReceipt(receiptFile, environment, trustSet)
  const keys = collectLoggedKeys()
  let first: string | undefined

  const report = await followLog({
    readResource: (path) => readHttp(`${base}${addressOf(log, environment)}/${path}`),
    log,
    suite: nodeSuite,
    pinned: pinned?.checkpoint ?? null,
    ...(pinned?.leaves !== undefined && { knownLeaves: pinned.leaves }),
    ...(expected !== null && { expected }),
    onlyNew,
    onEntry(entry, index) {
      if (index === 0) first = new TextDecoder().decode(entry)
      keys.onEntry(entry)
    },
  })
  const unlogged = onlyNew || report.findings.length > 0 ? [] : keys.missing(trustSet, environment)
  const findings = [
    ...('problem' in read ? [read] : []),
    ...(onlyNew || report.findings.length > 0 ? [] : findingsOfStart(ended.at(-1), first)),
    ...(pinnedEnd !== undefined && kept !== null ? await auditEnded(base, environment, pinnedEnd, kept) : []),
    ...report.findings,
    ...unlogged,
  ]
  const agrees = findings.length === 0
  const outcome: AuditOutcome = {
    agrees,
    origin: log.origin,
    environment,
    size: report.checkpoint?.size ?? null,
    pinned_origin: kept?.checkpoint.origin ?? null,
    pinned_size: kept?.checkpoint.size ?? null,
    ended: ended.map(({ succession }) => succession),
    findings,
    receipt: expected && { id: expected.receiptId, leaf: report.foundAt ?? null },
    keys: request.keys === undefined ? 'of_service' : 'given',
  }
  if (request.json) print(JSON.stringify(outcome, null, 2))
  else writeAudit(outcome, print)
  if (agrees && request.save && checkpointFile !== undefined) await savePinned(checkpointFile, report)
  return agrees ? exitStatus.agrees : exitStatus.differs
}

function logOf({ logs }: TrustSet, environment: Environment): TrustedLog {
  const log = logs[environment]
  if (log === null) throw new UnusableInput(`The key document names no log of ${environment}.`)
  return log
}

function readPinnedFor(
  { checkpoint: checkpointFile, save, onlyNew }: AuditRequest,
  log: TrustedLog,
): PinnedLog | null {
  if (checkpointFile === undefined) {
    if (save) throw new UnusableInput('Name the file to save to with --checkpoint.')
    if (onlyNew) throw new UnusableInput('Name the checkpoint to go on from with --checkpoint.')
    return null
  }
  const pinned = readPinned(checkpointFile, log)
  if (pinned === null && !save) {
    throw new UnusableInput(
      `There is no file ${checkpointFile}. Begin with --save: it pins the log as it is now.`,
    )
  }
  return pinned
}
