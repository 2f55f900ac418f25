import type { Discrepancy, DiscrepancyRequest, ResolveDiscrepancyRequest } from '@outturn/sdk'
import type { CaseSeverity, DiscrepancyKind, DiscrepancyStatus } from '@outturn/vocabulary'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus } from '../output.ts'
import { printAnswer, printItems } from '../print-answer.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines, tableLines } from '../terminal/table.ts'

const discrepancies = (options: ConnectionOptions, host: Host) =>
  openClient(options, host).client.discrepancies

export type ListOptions = ConnectionOptions & { readonly status?: DiscrepancyStatus }

export async function runListDiscrepancies(
  spoolId: string,
  { status, ...options }: ListOptions,
  host: Host,
): Promise<ExitStatus> {
  const query = status === undefined ? {} : { status }
  const all = await discrepancies(options, host)
    .list(spoolId, { ...query, signal: host.signal })
    .all()
  printItems(host, options, all, () =>
    all.length === 0
      ? [`The Spool has no ${status === undefined ? '' : `${status} `}discrepancies.`]
      : tableLines(
          ['ID', 'KIND', 'SEVERITY', 'STATUS', 'ABOUT', 'EXPECTED', 'OBSERVED', 'DESCRIPTION'],
          all.map((each) => [
            each.id,
            each.kind,
            each.severity,
            each.status,
            aboutText(each),
            each.expected ?? '-',
            each.observed ?? '-',
            each.description,
          ]),
        ),
  )
  return exitStatus.agrees
}

export async function runShowDiscrepancy(
  id: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  return print(await discrepancies(options, host).get(id, { signal: host.signal }), options, host)
}

export type OpenOptions = ConnectionOptions & {
  readonly kind: DiscrepancyKind
  readonly description: string
  readonly severity?: CaseSeverity
  readonly expected?: string
  readonly observed?: string
  readonly claim?: string
  readonly condition?: string
  readonly unit?: number
  readonly field?: string
}

export async function runOpenDiscrepancy(
  spoolId: string,
  options: OpenOptions,
  host: Host,
): Promise<ExitStatus> {
  const { kind, severity, description, expected, observed, claim, condition, unit, field } = options
  const body: DiscrepancyRequest = {
    kind,
    description,
    ...(severity !== undefined && { severity }),
    ...(expected !== undefined && { expected }),
    ...(observed !== undefined && { observed }),
    ...(claim !== undefined && { claim_id: claim }),
    ...(condition !== undefined && { condition_id: condition }),
    ...(unit !== undefined && { unit }),
    ...(field !== undefined && { field }),
  }
  return print(await discrepancies(options, host).open(spoolId, body, { signal: host.signal }), options, host)
}

export type CloseOptions = ConnectionOptions & { readonly note: string; readonly outcome?: string }

/** Says how a discrepancy is to be closed; exit status 1 while the other party has not said the same. */
export async function runCloseDiscrepancy(
  id: string,
  { note, outcome, ...options }: CloseOptions,
  host: Host,
): Promise<ExitStatus> {
  const cases = discrepancies(options, host)
  const { signal } = host
  const closed =
    outcome === undefined
      ? await cases.dismiss(id, { note }, { signal })
      : await cases.resolve(id, { note, outcome } as ResolveDiscrepancyRequest, { signal })
  print(closed, options, host)
  return closed.status === 'open' ? exitStatus.differs : exitStatus.agrees
}

function print(discrepancy: Discrepancy, options: ConnectionOptions, host: Host): ExitStatus {
  printAnswer(host, options, discrepancy, () => lines(discrepancy))
  return exitStatus.agrees
}

/** What a discrepancy is about: by name where a match found it, else by the ID that its party gave. */
function aboutText({ subject, predicate, claim_id: claim, fact_id: fact }: Discrepancy): string {
  if (subject !== undefined && predicate !== undefined) return `${predicate} of ${subject}`
  return claim ?? fact ?? '-'
}

function lines(discrepancy: Discrepancy): string[] {
  const { id, kind, severity, status, description, expected, observed, awaiting, can } = discrepancy
  const { lapses_at: lapsesAt, subject, claim_id: claim, fact_id: fact } = discrepancy
  return [
    ...pairLines([
      ['Discrepancy', id],
      ['Kind', kind],
      ['Severity', severity],
      ['Status', status],
      ...(subject === undefined ? [] : [['About', aboutText(discrepancy)] as const]),
      ...(claim === undefined ? [] : [['Claim', claim] as const]),
      ...(fact === undefined ? [] : [['Fact', fact] as const]),
      ...(expected === undefined ? [] : [['Expected', expected] as const]),
      ...(observed === undefined ? [] : [['Observed', observed] as const]),
      ...(lapsesAt === null ? [] : [['Holds the money until', lapsesAt] as const]),
      ...(awaiting === null ? [] : [['Waits for', awaiting] as const]),
      ['You can', can.join(', ') || 'do nothing more'],
    ]),
    shown(description),
  ]
}
