import type { JsonValue } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'
import type { TrustedLog } from '@outturn/receipt-verifier'
import {
  type EndedLog,
  followLog,
  HASH_BYTES,
  judgePinnedEnd,
  type LogFinding,
  successionLeafText,
} from '@outturn/transparency-log'
import type { Environment } from '@outturn/vocabulary'
import { readHttp } from '../http-resource.ts'
import type { PinnedLog } from './pinned-log.ts'

const prefixes = { production: '/log', demo: '/log/demo' } as const
/** The first log of an environment has no number in its address. */
const firstNumber = 2

/** Where a log is served, below the address of the deployment. */
export function addressOf({ origin }: Pick<TrustedLog, 'origin'>, environment: Environment): string {
  const [, number] = /\/(\d{1,15})$/.exec(origin) ?? []
  const prefix = prefixes[environment]
  return number === undefined || Number(number) <= firstNumber ? prefix : `${prefix}/${number}`
}

/** The ended logs of an environment as a key document lists them. */
export function endedIn(document: JsonValue, environment: Environment): unknown {
  const member = environment === 'production' ? 'log' : 'demo_log'
  return (document as Record<string, { ended?: unknown } | null | undefined>)[member]?.ended
}

/** A log that followed another one begins with the statement that ended it. */
export function findingsOfStart(last: EndedLog | undefined, first: string | undefined): LogFinding[] {
  if (last === undefined || first === successionLeafText(last.succession, nodeSuite)) return []
  const { old_origin: origin, successor } = last.succession
  const detail = `The log ${successor} does not begin with the statement that ended ${origin}.`
  return [{ problem: 'unsigned_end', leaf: 0, detail }]
}

/** A log that ended, compared with what was pinned of it: what it still serves must be what it served. */
export async function auditEnded(
  base: string,
  environment: Environment,
  ended: EndedLog,
  { checkpoint, leaves }: PinnedLog,
): Promise<readonly LogFinding[]> {
  const contradiction = judgePinnedEnd(ended, checkpoint)
  if (contradiction !== undefined) return [contradiction]
  const { restored_to: restoredTo } = ended.succession
  if (restoredTo === 0) return []
  const known = leaves?.subarray(0, restoredTo * HASH_BYTES)
  const report = await followLog({
    readResource: (path) => readHttp(`${base}${addressOf(ended.log, environment)}/${path}`),
    log: ended.log,
    suite: nodeSuite,
    // Of a longer one the leaves alone can be compared.
    pinned: checkpoint.size <= restoredTo ? checkpoint : null,
    ...(known !== undefined && { knownLeaves: known }),
  })
  return report.findings
}
