import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { Alert } from '../rules/alert.ts'
import { readSelectors } from '../rules/promql.ts'
import { expressionAt, realTime } from '../rules/time-scale.ts'
import { recordingGroups } from '../slo/recordings.ts'
import { allAlerts } from './index.ts'

const repository = join(import.meta.dirname, '../../../..')
const runbook = readFileSync(join(repository, 'docs/operating/alerts.md'), 'utf8')
const headings = Array.from(runbook.matchAll(/^## (Outturn.*|Watchdog)$/gm), ([, heading]) => heading)

test('every alert has its heading in the runbook, and every heading its alert', () => {
  // Not for the reader: it only tells other alerts.
  const read = allAlerts.filter(({ name }) => name !== 'OutturnFaultRecent')
  expect(new Set(headings)).toEqual(new Set(read.map(({ name }) => name)))
  expect(headings).toHaveLength(read.length)
})

test.each(allAlerts)(
  '$name says what is wrong and is parsed, and its cases show that it fires and stays silent',
  (alert) => {
    expect(alert.summary).toMatch(/^\S.*\.$/)
    expect(readSelectors(expressionAt(alert.expr, realTime)).length).toBeGreaterThan(
      alert.name === 'Watchdog' ? -1 : 0,
    )
    expect(alert.fires.alerts.length).toBeGreaterThan(0)
    // A template that was not filled in would be read as it stands.
    for (const { summary } of alert.fires.alerts) expect(summary).not.toContain('{{')
    expect(alert.silent === 'never').toBe(alert.name === 'Watchdog')
  },
)

test('a summary shows a time that people read', () => {
  const isTime = ({ expr }: Alert) => /_seconds(?:\{[^}]*\})?\)* [<>]/.test(expr)
  const raw = allAlerts.filter((alert) => isTime(alert) && alert.summary.includes('$value }}'))
  expect(raw.map(({ name }) => name)).toEqual([])
})

test('the recordings are parsed at any scale', () => {
  for (const divisor of [1, 12]) {
    const groups = recordingGroups(['spool'], {
      divisor,
      scrapeSeconds: 3,
      minRangeSeconds: 10,
      lookSeconds: 18,
    })
    const read = groups.flatMap(({ rules }) => rules).flatMap(({ expr }) => readSelectors(expr))
    expect(read.length).toBeGreaterThan(30)
  }
})

test('compose mounts each file that Prometheus reads, on the network of the processes', () => {
  const folder = join(repository, 'deploy/monitoring')
  const read = (name: string): unknown => parse(readFileSync(join(folder, name), 'utf8'))
  const { services } = read('compose.yml') as {
    services: Record<string, { volumes: string[]; networks: string[] }>
  }
  const { rule_files: ruleFiles } = read('prometheus.yml') as { rule_files: string[] }
  const mounted = services['prometheus']?.volumes ?? []
  for (const name of [...ruleFiles, 'prometheus.yml'])
    expect(mounted).toContain(`./deploy/monitoring/${name}:/etc/prometheus/${name}:ro`)
  for (const { networks } of Object.values(services)) expect(networks).toContain('internal')
})

test('a scale divides every duration of an expression, and leaves its numbers', () => {
  const scale = { divisor: 60, scrapeSeconds: 3, minRangeSeconds: 10, lookSeconds: 18 }
  expect(expressionAt('rate(a[5m]) > 3 and b > seconds(15m) and c offset 1h', scale)).toBe(
    'rate(a[10s]) > 3 and b > 15 and c offset 60s',
  )
})
