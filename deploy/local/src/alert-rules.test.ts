import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

type Rule = {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}

const repository = join(import.meta.dirname, '../../..')
const text = readFileSync(join(repository, 'deploy/alerts/outturn.yaml'), 'utf8')
const { groups } = parse(text) as { groups: { name: string; rules: Rule[] }[] }
const rules = groups.flatMap((group) => group.rules)
const runbook = 'docs/operating/alerts.md'
const headings = Array.from(
  readFileSync(join(repository, runbook), 'utf8').matchAll(/^## (.*)$/gm),
  ([, heading]) => heading,
)

test('every rule has its heading in the runbook, and every heading its rule', () => {
  expect(headings).toEqual(rules.map(({ alert }) => alert))
  expect(new Set(headings).size).toBe(rules.length)
})

test.each(rules)(
  '$alert says what is wrong, for how long, how urgent it is, and where its runbook is',
  (rule) => {
    expect(rule.annotations.summary).toMatch(/^\S.*\.$/)
    expect(rule.annotations.runbook).toBe(`${runbook}#${rule.alert.toLowerCase()}`)
    expect(['page', 'ticket']).toContain(rule.labels.severity)
    expect(rule.for).toMatch(/^\d+[mh]$/)
    expect(rule.expr).toMatch(/ (?:>|==) /)
  },
)
