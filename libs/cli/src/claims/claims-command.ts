import type { Claim, Match, MatchResult, RecordClaimsRequest } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer, printItems } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { pairLines, tableLines } from '../terminal/table.ts'

const client = (options: ConnectionOptions, host: Host) => openClient(options, host).client.spools

/** Claims that one request records. */
const batchSize = 1_000

/** Records the claims of a file in batches, in its order. */
export async function runRecordClaims(
  spool: string,
  file: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const sent = claimsIn(file)
  const recorded: Claim[] = []
  for (let start = 0; start < sent.length; start += batchSize) {
    const claims = sent.slice(start, start + batchSize)
    const { data } = await client(options, host).claims.record(
      spoolId(spool),
      { claims },
      { signal: host.signal },
    )
    recorded.push(...data)
  }
  printAnswer(host, options, recorded, () => [
    `Recorded ${recorded.length} claims.`,
    `Match them with the facts: outturn match run ${spool}`,
  ])
  return exitStatus.agrees
}

export type ListClaimsOptions = ConnectionOptions & { readonly all?: true; readonly subject?: string }

export async function runListClaims(
  spool: string,
  options: ListClaimsOptions,
  host: Host,
): Promise<ExitStatus> {
  const { all: isAll, subject } = options
  const query = { ...(isAll === true && { current: false }), ...(subject !== undefined && { subject }) }
  const all = await client(options, host)
    .claims.list(spoolId(spool), { ...query, signal: host.signal })
    .all()
  printItems(host, options, all, () =>
    all.length === 0
      ? [`The Spool has no claims. Record some: outturn claims record ${spool} claims.json`]
      : tableLines(
          ['NO', 'ID', 'SUBJECT', 'PREDICATE', 'VALUE', 'TIME', 'STATUS'],
          all.map((claim) => [
            ...[String(claim.ordinal), claim.id, claim.subject, claim.predicate, String(claim.value)],
            ...[claim.occurred_at ?? '-', claim.superseded_by === null ? claim.status : 'replaced'],
          ]),
        ),
  )
  return exitStatus.agrees
}

export type MatchOptions = ConnectionOptions & {
  readonly window?: string
  readonly tolerance?: string
  readonly bySubject?: true
  readonly source?: readonly string[]
  /** False for `--no-discrepancies`. */
  readonly discrepancies: boolean
}

/** Matches claims with facts; exit status 1 where not every claim has a fact that confirms it. */
export async function runMatchClaims(spool: string, options: MatchOptions, host: Host): Promise<ExitStatus> {
  const { window, tolerance, bySubject, source, discrepancies } = options
  const result = await client(options, host).matches.run(
    spoolId(spool),
    {
      ...(window !== undefined && { window_seconds: wholeNumber('--window', window) }),
      ...(tolerance !== undefined && { value_tolerance_bp: wholeNumber('--tolerance', tolerance) }),
      ...(bySubject === true && { key: ['subject' as const] }),
      ...(source !== undefined && { source_ids: [...source] }),
      ...(!discrepancies && { open_discrepancies: false }),
    },
    { signal: host.signal },
  )
  printAnswer(host, options, result, () => resultLines(spool, result))
  const open = result.mismatched + result.unmatched_claims + result.ambiguous
  return open === 0 ? exitStatus.agrees : exitStatus.differs
}

export async function runListMatches(
  spool: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const all = await client(options, host).matches.list(spoolId(spool), { signal: host.signal }).all()
  printItems(host, options, all, () => (all.length === 0 ? ['Nothing was matched.'] : matchLines(all)))
  return exitStatus.agrees
}

function claimsIn(file: string): RecordClaimsRequest['claims'] {
  const document = readJsonFile(file)
  const list = Array.isArray(document) ? document : (document as { claims?: unknown } | null)?.claims
  if (Array.isArray(list) && list.length > 0) return list as RecordClaimsRequest['claims']
  throw new UnusableInput(
    `${file} holds no claims: it is a list such as [{"subject": "T-1", "predicate": "resolved", "value": 5}].`,
  )
}

function spoolId(id: string): string {
  if (/^spl_[0-9a-f]{24}$/.test(id)) return id
  throw new UnusableInput(`${id} is no Spool: its ID is like spl_0123456789abcdef01234567.`)
}

function wholeNumber(option: string, text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text)
  throw new UnusableInput(`${option} ${text} is not a whole number.`)
}

function resultLines(spool: string, result: MatchResult): string[] {
  const different = result.matches.filter(({ status }) => status !== 'matched')
  return [
    ...pairLines([
      ['Matched', String(result.matched)],
      ['Mismatched', String(result.mismatched)],
      ['Claims without a fact', String(result.unmatched_claims)],
      ['Facts without a claim', String(result.unmatched_facts)],
      ['Ambiguous', String(result.ambiguous)],
      ['Discrepancies opened', String(result.discrepancy_ids.length)],
      ['Digest', result.match_digest],
    ]),
    ...(different.length === 0 ? [] : ['', ...matchLines(different)]),
    ...(result.matches_truncated ? [`More results: outturn match list ${spool}`] : []),
  ]
}

function matchLines(matches: readonly Match[]): string[] {
  return tableLines(
    ['STATUS', 'SUBJECT', 'PREDICATE', 'DIFFERENCES', 'CLAIM', 'FACTS'],
    matches.map(({ status, subject, predicate, claim_id: claim, fact_ids: facts, differences }) => [
      ...[status, subject ?? '-', predicate ?? '-'],
      differences
        .map((each) => `${each.field}: ${each.claimed} claimed, ${each.observed} observed`)
        .join('; ') || '-',
      ...[claim ?? '-', facts.join(' ') || '-'],
    ]),
  )
}
