import { parser as promqlParser } from '@prometheus-io/lezer-promql'

/** A metric that an expression reads, and the labels that it asks for. */
export type Selector = { readonly metric: string; readonly labels: readonly string[] }

const parser = promqlParser.configure({ top: 'PromQL' })

/** Reads an expression of PromQL; throws at the first place that the grammar does not take. */
export function readSelectors(expr: string): Selector[] {
  const selectors: { metric: string; labels: string[] }[] = []
  const textOf = ({ from, to }: { from: number; to: number }) => expr.slice(from, to)
  parser.parse(expr).iterate({
    enter(node) {
      if (node.type.isError) {
        throw new Error(`This is no PromQL at character ${node.from + 1}: ${expr.slice(0, node.from)} ← here`)
      }
      if (node.name === 'VectorSelector') selectors.push({ metric: '', labels: [] })
      const selector = selectors.at(-1)
      if (selector === undefined) return
      if (node.name === 'Identifier') selector.metric = textOf(node)
      if (node.name === 'LabelName' && node.node.parent?.name === 'UnquotedLabelMatcher') {
        selector.labels.push(textOf(node))
      }
    },
  })
  return selectors
}
