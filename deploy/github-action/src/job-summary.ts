import type { FileOutcome } from './check-receipts.ts'
import { plain } from './workflow-commands.ts'

/** The page that a job shows about its receipts. */
export function jobSummary(
  outcomes: readonly FileOutcome[],
  total: { earned: string; asset: string } | null,
): string {
  const met = outcomes.filter(({ ok }) => ok).length
  const sum = total === null ? '' : `, earned ${plain(`${total.earned} ${total.asset}`)}`
  const rows = outcomes.map(({ file, ok, result, earned, asset, reasons }) => {
    const amount = earned === null ? '' : `${earned} ${asset}`
    return [file, ok ? '✅ met' : '❌ not met', result ?? '', amount, reasons.join(', ')]
      .map(plain)
      .join(' | ')
  })
  return [
    '### Outcome Receipts',
    '',
    `${met} of ${outcomes.length} meet the policy${sum}.`,
    '',
    '| File | Policy | Result | Earned | Reasons |',
    '| --- | --- | --- | ---: | --- |',
    ...rows.map((row) => `| ${row} |`),
    '',
  ].join('\n')
}
