import { expect, test } from 'vitest'
import { readSelectors } from '../rules/promql.ts'
import { allPages } from './pages.ts'
import { renderDashboard, rollouts } from './render-dashboard.ts'

const pages = allPages(['spool', 'billing'])

test('every dashboard has an address of its own', () => {
  expect(new Set(pages.map(({ uid }) => uid)).size).toBe(pages.length)
  for (const { uid } of pages) expect(uid).toMatch(/^outturn-[a-z-]{3,32}$/)
})

test.each(
  pages.flatMap(({ title, rows }) =>
    rows.flatMap(({ panels }) => panels).map((panel) => ({ page: title, ...panel })),
  ),
)('$page: $title is parsed, and says what it shows', ({ description, queries }) => {
  expect(description).toMatch(/^\S.{20,}\.$/)
  for (const { expr } of queries)
    expect(readSelectors(expr.replaceAll('$__rate_interval', '5m')).length).toBeGreaterThan(0)
})

test('a dashboard has its variables, marks rollouts, and asks the chosen source', () => {
  const [page] = pages
  if (page === undefined) throw new Error('there is no page')
  const dashboard = JSON.parse(renderDashboard(page)) as {
    uid: string
    templating: { list: { name: string }[] }
    annotations: { list: { target: { expr: string } }[] }
    panels: { type: string; datasource?: { uid: string }; fieldConfig?: { defaults: { unit: string } } }[]
  }
  expect(dashboard.uid).toBe('outturn-overview')
  expect(dashboard.templating.list.map(({ name }) => name)).toEqual(['datasource', 'environment', 'service'])
  expect(dashboard.annotations.list[0]?.target.expr).toBe(rollouts)
  const panels = dashboard.panels.filter(({ type }) => type !== 'row')
  expect(panels.length).toBe(page.rows.flatMap((row) => row.panels).length)
  for (const { datasource, fieldConfig } of panels) {
    expect(datasource?.uid).toBe('${datasource}')
    expect(fieldConfig?.defaults.unit).toMatch(/^\w+$/)
  }
})
