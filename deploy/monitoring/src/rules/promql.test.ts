import { expect, test } from 'vitest'
import { readSelectors } from './promql.ts'

test('an expression names its metrics and the labels that it asks for', () => {
  expect(
    readSelectors('sum by (service) (rate(a_total{job="x",code=~"5.."}[5m])) > 3 and on (slo) b offset 1h'),
  ).toEqual([
    { metric: 'a_total', labels: ['job', 'code'] },
    { metric: 'b', labels: [] },
  ])
})

test.each(['sum(rate(a[5m])', 'a{b=}', 'rate(a[5m', 'a >', 'a b'])('%s is refused', (expr) => {
  expect(() => readSelectors(expr)).toThrow('This is no PromQL at character')
})
