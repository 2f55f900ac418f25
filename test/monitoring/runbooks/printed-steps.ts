import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from '../../gates/run-program.ts'

/** Something in a runbook that an operator runs or looks for. */
export type PrintedStep = {
  readonly kind: 'command' | 'statement' | 'expression' | 'log'
  readonly text: string
}

const page = 'docs/operating/alerts.md'
/** Subcommands of the operator, which are printed without `npm run admin --` where one came before. */
const subcommand = /^(?:payments|settlement|queue|keys|credits|receipts) [a-z-]+/
const kinds: readonly (readonly [PrintedStep['kind'], RegExp])[] = [
  ['command', /^(?:npm run|docker|kubectl|curl|timedatectl) /],
  ['command', subcommand],
  ['statement', /^(?:select|delete from) /],
  ['expression', /\boutturn_\w+|^process_\w+$/],
]

/** The steps of every runbook by the name of its alert, in the order of the page. What a table says is reference, not a step. */
export function printedSteps(): ReadonlyMap<string, readonly PrintedStep[]> {
  const sections = readFileSync(join(repository, page), 'utf8').split(/^## /m).slice(1)
  return new Map(
    sections.map((section) => {
      const [name = '', ...lines] = section.split('\n')
      return [name, stepsIn(lines.filter((line) => !line.startsWith('|')).join('\n'))]
    }),
  )
}

function stepsIn(text: string): PrintedStep[] {
  const found = [...text.matchAll(/`([^`]+)`/g)].flatMap(({ 1: span = '', index }): PrintedStep[] => {
    const step = span.replaceAll(/\s*\n\s*/g, ' ')
    const before = text.slice(0, index).replaceAll(/\s+/g, ' ')
    if (/(?:log lines?|log says|the log (?:of \w+ )?has) $/.test(before)) return [{ kind: 'log', text: step }]
    const kind = kinds.find(([, form]) => form.test(step))?.[0]
    if (kind === undefined) return []
    return [{ kind, text: subcommand.test(step) ? `npm run admin -- ${step}` : step }]
  })
  return found.filter(({ text: one }, index) => found.findIndex((other) => other.text === one) === index)
}
