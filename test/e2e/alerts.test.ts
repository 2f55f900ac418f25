import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { readSystem } from './api.ts'

const { metrics } = readSystem(inject('system'))
const rules = readFileSync(join(import.meta.dirname, '../../deploy/alerts/outturn.yaml'), 'utf8')
const expressions = Array.from(
  rules.matchAll(/- alert: (\w+)\n +expr: (['"])(.*)\2\n/g),
  ([, alert, , expr = '']) => ({ alert, expr }),
)

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

test('every metric that an alert rule names is one that a service exports, with the labels that the rule asks for', async () => {
  expect(expressions).toHaveLength([...rules.matchAll(/- alert: /g)].length)
  const labelsOf = await exported()
  const wrong = expressions.flatMap(({ alert, expr }) => {
    const named = [...expr.matchAll(/\b((?:outturn|nodejs|process)_\w+)(?:\{([^}]*)\})?/g)]
    if (named.length === 0) return [`${alert} names no metric`]
    return named.flatMap(([, name = '', matchers = '']) => {
      const labels = labelsOf.get(name)
      if (labels === undefined) return [`${alert}: no service exports ${name}`]
      const asked = Array.from(matchers.matchAll(/(\w+)=~?"/g), ([, label = '']) => label)
      // What was never counted has no sample yet, and so shows no label.
      return labels.size === 0
        ? []
        : asked.filter((label) => !labels.has(label)).map((label) => `${alert}: ${name} has no ${label}`)
    })
  })
  expect(wrong).toEqual([])
})
