import { expect, test } from 'vitest'
import { plannedObservations } from './planned-observations.ts'
import { condition, conditionId, dataset, run } from './testing/run-fixture.ts'

const url = 'https://example.com/report'

test('a plan without http_status needs no network', () => {
  const { plan, evidence } = run([condition({ checker: 'url_format', field: 'u' })], [dataset({ u: url })])
  expect(plannedObservations(plan, evidence)).toEqual([])
})

test('HEAD is tried first, and GET only where no method was agreed', () => {
  const { plan } = run([condition({ checker: 'http_status', url })], [])
  expect(plannedObservations(plan, [])).toEqual([
    {
      conditionId: conditionId(0),
      urls: [url],
      method: 'HEAD',
      retriesWithGet: true,
      maxRedirects: 0,
      timeoutMs: 5_000,
    },
  ])
  const agreed = run(
    [condition({ checker: 'http_status', url, method: 'HEAD', max_redirects: 3, timeout_ms: 900 })],
    [],
  )
  expect(plannedObservations(agreed.plan, [])).toMatchObject([
    { method: 'HEAD', retriesWithGet: false, maxRedirects: 3, timeoutMs: 900 },
  ])
})

test('each observable URL of a field is planned once, up to a thousand', () => {
  const rows = [{ u: url }, { u: url }, { u: 'mailto:a@example.com' }, { u: 1 }, {}]
  const { plan } = run([condition({ checker: 'http_status', field: 'u' })], [])
  expect(plannedObservations(plan, [dataset(...rows)])).toMatchObject([{ urls: [url] }])
  const many = Array.from({ length: 1_001 }, (_, index) => ({ u: `${url}/${index}` }))
  expect(plannedObservations(plan, [dataset(...many)])[0]?.urls).toHaveLength(1_000)
})
