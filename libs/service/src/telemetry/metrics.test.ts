import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('a scrape has the CPU time of the process and the name of the service', async () => {
  const { contentType, body } = await createMetrics({ service: 'spool' }).expose()
  expect(contentType).toContain('text/plain')
  expect(body).toMatch(/process_cpu_user_seconds_total\{service="spool"\} \d/)
})

test('a scrape says what the process was built from', async () => {
  const { body } = await createMetrics({ service: 'spool', tellsProcess: false }).expose()
  expect(body).toMatch(/^outturn_build_info\{version="\d[^"]*",commit="[^"]+",service="spool"\} 1$/m)
})

test('counters and durations are sorted by their labels', async () => {
  const metrics = createMetrics({ service: 'spool' })
  metrics.counter('runs_total', 'Runs.', ['result']).inc({ result: 'pass' }, 2)
  metrics.duration('run_seconds', 'Run time.').observe(0.02)
  const { body } = await metrics.expose()
  expect(body).toContain('outturn_runs_total{result="pass",service="spool"} 2')
  expect(body).toContain('outturn_run_seconds_bucket{le="0.025",service="spool"} 1')
})

test('both instances of a process share a metric that they ask for by one name', async () => {
  const metrics = createMetrics({ service: 'spool' })
  metrics.counter('runs_total', 'Runs.').inc()
  metrics.counter('runs_total', 'Runs.').inc()
  expect((await metrics.expose()).body).toContain('outturn_runs_total{service="spool"} 2')
})

test('values kept elsewhere are read at each scrape, from every reader of a name', async () => {
  const metrics = createMetrics({ service: 'spool' })
  const answered = { production: 1, demo: 5 }
  const readers = { production: readingOf('production'), demo: async () => readingOf('demo')() }
  function readingOf(environment: keyof typeof answered) {
    return () => [{ labels: { environment }, value: answered[environment] }]
  }
  for (const read of Object.values(readers)) {
    metrics.observe({
      name: 'answers_total',
      help: 'Answers.',
      kind: 'counter',
      labels: ['environment'],
      read,
    })
  }
  await metrics.expose()
  answered.production = 3
  const { body } = await metrics.expose()
  expect(body).toContain('outturn_answers_total{environment="production",service="spool"} 3')
  expect(body).toContain('outturn_answers_total{environment="demo",service="spool"} 5')
})
