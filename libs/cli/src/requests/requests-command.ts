import { curlCommand } from '@outturn/contracts'
import type { RequestRecord, RequestSummary } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines, tableLines } from '../terminal/table.ts'

export interface RequestsOptions extends ConnectionOptions {
  readonly all?: boolean
  readonly code?: string
  readonly path?: string
  readonly since?: string
  readonly limit?: string
}

/** Lists the requests of the account that were refused, or shows one of them with what to do about it. */
export async function runRequests(
  id: string | undefined,
  options: RequestsOptions,
  host: Host,
): Promise<ExitStatus> {
  if (id !== undefined) return showRequest(id, options, host)
  const { all, code, path, since, limit } = options
  const query = {
    limit: readLimit(limit),
    since: readSince(since, new Date()),
    signal: host.signal,
    ...(all === true && { outcome: 'all' as const }),
    ...(code !== undefined && { code }),
    ...(path !== undefined && { path }),
  }
  const page = await openClient(options, host).client.requests.list(query).page()
  printAnswer(host, options, page, () => listLines(page.data, page.has_more))
  return exitStatus.agrees
}

function listLines(requests: readonly RequestSummary[], hasMore: boolean): string[] {
  if (requests.length === 0) return ['No request of the account was refused in this time.']
  return [
    ...tableLines(
      ['TIME', 'ID', 'REQUEST', 'STATUS', 'ERROR'],
      requests.map(({ at, id, method, path, status, code, error }) => [
        at,
        id,
        `${method} ${path}`,
        String(status),
        code === null ? '-' : `${code}: ${firstLine(error ?? '')}`,
      ]),
    ),
    ...(hasMore ? ['There are earlier ones: ask for more with --limit, up to 100.'] : []),
    'Show one: outturn requests <id>',
  ]
}

const longestError = 80

function firstLine(text: string): string {
  const [line = ''] = text.split('\n', 1)
  return line.length <= longestError ? line : `${line.slice(0, longestError - 1)}…`
}

async function showRequest(id: string, options: RequestsOptions, host: Host): Promise<ExitStatus> {
  if (!/^req_[0-9a-f]{24}$/.test(id)) {
    throw new UnusableInput(
      `${shown(id)} is no request: its id is the request_id of an answer, such as req_0123456789abcdef01234567.`,
    )
  }
  const { client, settings } = openClient(options, host)
  const request = await client.requests.get(id, { signal: host.signal })
  printAnswer(host, options, request, () => requestLines(request, settings.url.value))
  return exitStatus.agrees
}

function requestLines(request: RequestRecord, url: string): string[] {
  const { code, field, reason, body, seen_before: seenBefore } = request
  return [
    ...pairLines([
      ['Request', `${request.method} ${request.path}`],
      ['Id', request.id],
      ['Time', `${request.at}, answered in ${request.took_ms} ms`],
      ['Status', code === null ? String(request.status) : `${request.status} ${code}`],
      ...(request.error === null ? [] : ([['Error', request.error]] as const)),
      ...(request.remediation === null ? [] : ([['What to do', request.remediation]] as const)),
      ...(field === null ? [] : ([['Member', field]] as const)),
      ...(reason === null ? [] : ([['Reason', reason]] as const)),
      ['Key', `${request.key_id} (${request.scope})`],
      ['Client', request.user_agent === '' ? '-' : request.user_agent],
      ['Network', request.address],
      ...(request.rate_limit === null ? [] : ([['Rate limit', request.rate_limit]] as const)),
      ...(seenBefore.length === 0
        ? []
        : ([
            ['Seen before', `${seenBefore.length} times in 24 hours, last at ${seenBefore[0]?.at ?? ''}`],
          ] as const)),
      ['Kept until', request.kept_until],
      ...(request.docs === null ? [] : ([['About', request.docs]] as const)),
    ]),
    ...(body === null || body === undefined
      ? []
      : [
          '',
          `Body, redacted, ${request.body_bytes} bytes:`,
          ...JSON.stringify(body, null, 2).split('\n').map(shown),
        ]),
    '',
    'Send it again:',
    ...curlCommand(request, url).split('\n').map(shown),
  ]
}

function readLimit(limit: string | undefined): number {
  if (limit === undefined) return 20
  if (/^(?:[1-9]\d?|100)$/.test(limit)) return Number(limit)
  throw new UnusableInput(`--limit ${shown(limit)} is not a whole number from 1 to 100.`)
}

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The time that `--since` names: a while ago, such as 30m, 24h or 7d, or a time such as 2026-01-31T17:00:00Z. */
export function readSince(since: string | undefined, now: Date): string {
  if (since === undefined) return new Date(now.getTime() - unitMs.d).toISOString()
  const [, count, unit] = /^(\d{1,4})([mhd])$/.exec(since) ?? []
  if (count !== undefined && unit !== undefined) {
    return new Date(now.getTime() - Number(count) * unitMs[unit as keyof typeof unitMs]).toISOString()
  }
  const time = /^\d{4}-\d{2}-\d{2}/.test(since) ? new Date(since) : null
  if (time === null || Number.isNaN(time.getTime())) {
    throw new UnusableInput(
      `--since ${shown(since)} is neither a while ago, such as 24h or 7d, nor a time, such as 2026-01-31T17:00:00Z.`,
    )
  }
  return time.toISOString()
}
