import { allAlerts, allPages, expressionAt, realTime, recordingGroups, rollouts } from '@outturn/monitoring'
import { readSelectors } from '@outturn/monitoring/promql'
import { expect, inject, test } from 'vitest'
import { readSystem } from './api.ts'

const { metrics } = readSystem(inject('system'))
/** What Prometheus, other exporters and the program of backups measure. */
const foreign = /^(?:up|ALERTS|(?:kubelet|node|outturn_backup|outturn_wal)_\w+)$|^outturn:/
const read = [
  ...allAlerts.map(({ name, expr }) => ({ by: name, expr: expressionAt(expr, realTime) })),
  ...recordingGroups([], realTime).flatMap(({ rules }) =>
    rules.map(({ record, expr }) => ({ by: record, expr })),
  ),
  ...allPages(['spool']).flatMap(({ title, rows }) =>
    rows.flatMap(({ panels }) =>
      panels.flatMap((panel) =>
        panel.queries.map(({ expr }) => ({
          by: `${title}: ${panel.title}`,
          expr: expr.replaceAll('$__rate_interval', '5m'),
        })),
      ),
    ),
  ),
  { by: 'rollouts', expr: rollouts },
]

/** Names that a scrape has samples of, or would have once there is one, each with the labels of its samples. */
async function exported(): Promise<Map<string, Set<string>>> {
  const labelsOf = new Map<string, Set<string>>()
  const add = (name: string): Set<string> => {
    const labels = labelsOf.get(name) ?? new Set()
    labelsOf.set(name, labels)
    return labels
  }
  for (const url of Object.values(metrics)) {
    const text = await (await fetch(url)).text()
    for (const [, name = '', kind] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      add(name)
      if (kind === 'histogram') for (const part of ['bucket', 'sum', 'count']) add(`${name}_${part}`)
    }
    for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
      for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) add(name).add(label)
    }
  }
  return labelsOf
}

test('every metric that an alert, a recording or a dashboard reads is one that a process exports, with the labels that are asked for', async () => {
  const labelsOf = await exported()
  const wrong = read.flatMap(({ by, expr }) =>
    readSelectors(expr)
      .filter(({ metric }) => !foreign.test(metric))
      .flatMap(({ metric, labels: asked }) => {
        const labels = labelsOf.get(metric)
        if (labels === undefined) return [`${by}: no process exports ${metric}`]
        // What was never counted has no sample yet, and so shows no label.
        return labels.size === 0
          ? []
          : asked.filter((label) => !labels.has(label)).map((label) => `${by}: ${metric} has no ${label}`)
      }),
  )
  expect(wrong).toEqual([])
})
