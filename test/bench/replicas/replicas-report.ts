import { renderTable, round } from '../report/table.ts'
import type { ReplicasResult } from './measure-replicas.ts'

/** How much more a request may cost with the most replicas than with the fewest. */
const bar = 1.2

export function renderReplicas(results: readonly ReplicasResult[]): string {
  const [first] = results
  if (first === undefined) return ''
  const users = [...new Set(results.flatMap(({ messages_by_user: byUser }) => Object.keys(byUser)))].sort()
  const head = [
    'of each',
    'commits',
    '÷ first',
    'messages',
    '÷ first',
    'CPU ms',
    'p50 ms',
    'p99 ms',
    'failed',
  ]
  const rows = results.map((result) => [
    String(result.replicas),
    round(result.commits_per_request),
    round(result.commits_per_request / first.commits_per_request),
    round(result.messages_per_request),
    round(result.messages_per_request / first.messages_per_request),
    round(result.cpu_ms_per_request),
    round(result.p50_ms),
    round(result.p99_ms),
    String(result.failed),
  ])
  const bySender = results.map(({ replicas, messages_by_user: byUser }) => [
    String(replicas),
    ...users.map((user) => round(byUser[user] ?? 0)),
  ])
  const atRest = results.map(({ replicas, idle_commits_per_s: commits, idle_messages_per_s: messages }) => [
    String(replicas),
    round(commits),
    round(messages),
  ])
  return [
    `Replicas of ${first.services.join(', ')}, per request at ${first.arrivals_per_s} requests/s`,
    renderTable(head, rows),
    '',
    'Messages by who sent them',
    renderTable(['of each', ...users], bySender),
    '',
    'At rest, each second, not counted above',
    renderTable(['of each', 'commits', 'messages'], atRest),
    '',
    ...barsOf(results, first),
  ].join('\n')
}

function barsOf(results: readonly ReplicasResult[], first: ReplicasResult): string[] {
  const last = results.at(-1) ?? first
  const names = { commits_per_request: 'commits', messages_per_request: 'messages' } as const
  return (Object.keys(names) as (keyof typeof names)[]).map((key) => {
    const ratio = last[key] / first[key]
    const mark = ratio <= bar ? 'met    ' : 'MISSED '
    return `${mark} ${names[key]} a request with ${last.replicas} of each over ${first.replicas}: ${ratio.toFixed(2)} (bar: at most ${bar})`
  })
}
