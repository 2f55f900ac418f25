import type { Source, SourceTestResult, SourceWithSecret } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer, printItems } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { pairLines, tableLines } from '../terminal/table.ts'
import { type SourceOptions, sourceRequest } from './source-request.ts'

const client = (options: ConnectionOptions, host: Host) => openClient(options, host).client.sources

export async function runListSources(options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const all = await client(options, host).list({ signal: host.signal }).all()
  printItems(host, options, all, () =>
    all.length === 0
      ? ['The account has no sources. Register one: outturn sources create --help']
      : tableLines(
          ['ID', 'NAME', 'KIND', 'STATUS', 'FACTS', 'LAST RECEIVED'],
          all.map(({ id, name, kind, status, facts, last_received_at: last }) => [
            id,
            name,
            kind,
            status,
            String(facts),
            last ?? '-',
          ]),
        ),
  )
  return exitStatus.agrees
}

export async function runCreateSource(
  options: SourceOptions & ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const source = await client(options, host).create(sourceRequest(options), { signal: host.signal })
  printAnswer(host, options, source, () => secretLines(source))
  return exitStatus.agrees
}

export async function runShowSource(id: string, options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const source = await client(options, host).get(sourceId(id), { signal: host.signal })
  printAnswer(host, options, source, () => sourceLines(source))
  return exitStatus.agrees
}

/** Shows what a payload would become; exit status 1 where it would become nothing. */
export async function runTestSource(
  id: string,
  file: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const body = { payload: readJsonFile(file) }
  const result = await client(options, host).test(sourceId(id), body, { signal: host.signal })
  printAnswer(host, options, result, () => testLines(result))
  return result.rejected.length > 0 && result.facts.length === 0 ? exitStatus.differs : exitStatus.agrees
}

export type RotateOptions = ConnectionOptions & { readonly overlap?: string; readonly publicKey?: string }

export async function runRotateSource(id: string, options: RotateOptions, host: Host): Promise<ExitStatus> {
  const { overlap, publicKey } = options
  if (overlap !== undefined && !/^\d{1,6}$/.test(overlap)) {
    throw new UnusableInput(`--overlap ${overlap} is not a number of seconds.`)
  }
  const body = {
    ...(overlap !== undefined && { overlap_seconds: Number(overlap) }),
    ...(publicKey !== undefined && { public_key: publicKey }),
  }
  const source = await client(options, host).rotate(sourceId(id), body, { signal: host.signal })
  printAnswer(host, options, source, () => secretLines(source))
  return exitStatus.agrees
}

export async function runChangeSource(
  id: string,
  change: 'pause' | 'resume' | 'revoke',
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const source = await client(options, host)[change](sourceId(id), { signal: host.signal })
  printAnswer(host, options, source, () => [`${source.id} is ${source.status}.`])
  return exitStatus.agrees
}

export async function runSyncSource(id: string, options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const sync = await client(options, host).sync(sourceId(id), { signal: host.signal })
  printAnswer(host, options, sync, () => [
    `${sync.sync_id} is running.`,
    `See its result: outturn sources show ${id}`,
  ])
  return exitStatus.agrees
}

function sourceId(id: string): string {
  if (/^src_[0-9a-f]{24}$/.test(id)) return id
  throw new UnusableInput(
    `${id} is no source: its ID is like src_0123456789abcdef01234567.\nList them: outturn sources list`,
  )
}

function secretLines(source: SourceWithSecret): string[] {
  const { signing_secret: secret, ...rest } = source
  return [
    ...sourceLines(rest),
    ...(secret === undefined
      ? []
      : ['', `Secret: ${secret}`, 'Configure the sender with it. It is not shown again.']),
  ]
}

function sourceLines(source: Source): string[] {
  const { failure, last_sync: sync, pull, rejections, webhook_url: url } = source
  return [
    ...pairLines([
      ['Source', source.id],
      ['Name', source.name],
      ['Kind', source.kind],
      ['Status', source.status],
      ['Spool', source.spool_id ?? 'named by the mapping'],
      ...(url === null ? [] : ([['Deliveries to', url]] as const)),
      ...(pull === null ? [] : ([['Fetched', `${pull.url} every ${pull.interval_seconds} s`]] as const)),
      ['Facts', String(source.facts)],
      ['Last received', source.last_received_at ?? '-'],
      ...(sync === null
        ? []
        : ([['Last sync', `${sync.status}${sync.error === undefined ? '' : `: ${sync.error}`}`]] as const)),
      ...(failure === null
        ? []
        : ([['Failing', `${failure.code}, ${failure.count} in a row since ${failure.since}`]] as const)),
    ]),
    ...(rejections.length === 0
      ? []
      : [
          '',
          ...tableLines(
            ['REJECTED', 'DELIVERY', 'REASON', 'POINTER'],
            rejections.map(({ at, webhook_id: id, code, pointer }) => [at, id, code, pointer ?? '-']),
          ),
        ]),
  ]
}

function testLines({ facts, rejected }: SourceTestResult): string[] {
  return [
    ...(facts.length === 0
      ? ['No fact.']
      : tableLines(
          ['SUBJECT', 'PREDICATE', 'VALUE', 'TIME', 'SPOOL'],
          facts.map(({ subject, predicate, value, occurred_at: at, spool_id: spool }) => [
            subject,
            predicate,
            String(value),
            at,
            spool,
          ]),
        )),
    ...rejected.map(
      ({ index, code, pointer }) =>
        `Rejected: element ${index}, ${code}${pointer === null ? '' : ` at ${pointer}`}`,
    ),
  ]
}
