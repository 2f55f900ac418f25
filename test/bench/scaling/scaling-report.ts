import { renderTable, round } from '../report/table.ts'
import { percentile } from '../statistics.ts'
import type { Load } from '../load/load.ts'
import type { Burst } from './follow-burst.ts'

export type Check = { readonly what: string; readonly isMet: boolean }

/** Seconds of the autoscaler. */
const downSeconds = 600

/** What a burst must show. */
export function checksOf({ scaling, looks, endedAt, large, small }: Burst): Check[] {
  const { minReplicas, maxReplicas } = scaling
  const [first] = looks
  const most = Math.max(...looks.map(({ wanted }) => wanted))
  const busyUntil = looks.findLast(({ lag }) => lag > 0)?.at ?? endedAt
  const down =
    looks.at(-1)?.wanted === minReplicas ? (looks.at(-1)?.at ?? 0) - busyUntil : Number.POSITIVE_INFINITY
  const failed = large.failures + small.failures
  const firstFailure = large.firstFailure ?? small.firstFailure
  return [
    {
      what: `${first?.wanted ?? 0} processes wanted at the first look, ${round(first?.at ?? 0)} s after the first run`,
      isMet: (first?.wanted ?? 0) > minReplicas,
    },
    { what: `${most} of ${maxReplicas} processes at most`, isMet: most === maxReplicas },
    {
      what: `${minReplicas} wanted again ${round(down)} s after the queues were empty (at most ${downSeconds})`,
      isMet: down <= downSeconds,
    },
    {
      what: `${failed} requests failed${firstFailure === undefined ? '' : `: ${firstFailure.slice(0, 200)}`}`,
      isMet: failed === 0,
    },
  ]
}

export function renderBurst(burst: Burst): string {
  const { looks, large, small } = burst
  const changes = looks.filter(({ wanted }, index) => wanted !== looks[index - 1]?.wanted)
  return [
    'Processes of verification, in seconds of the autoscaler',
    renderTable(
      ['at s', 'lag', 'processes'],
      changes.map(({ at, lag, wanted }) => [round(at), String(lag), String(wanted)]),
    ),
    '',
    renderTable(
      ['requests', 'answered', 'failed', 'p50 ms', 'p99 ms'],
      [rowOf('large, in the burst', large), rowOf('small, after it', small)],
    ),
    '',
    ...checksOf(burst).map(({ what, isMet }) => `${isMet ? 'met    ' : 'MISSED '} ${what}`),
  ].join('\n')
}

function rowOf(name: string, { latenciesMs, failures }: Load): string[] {
  return [
    name,
    String(latenciesMs.length),
    String(failures),
    round(percentile(latenciesMs, 0.5)),
    round(percentile(latenciesMs, 0.99)),
  ]
}
