import { dollars } from '../terminal/money.ts'
import { hintText } from '../spool/next-lines.ts'
import { shown } from '../terminal/shown.ts'
import type { Styles } from '../terminal/styles.ts'

/** What a verdict says, whether it was signed or only tried. */
export type Verdict = {
  readonly result: string
  readonly earned_cents: number
  readonly accepted: number
  readonly rejected: number
  readonly rejections: readonly { readonly unit: number; readonly reason: string }[]
  readonly rejections_truncated?: boolean | undefined
  readonly corrective_hint?: string | undefined
}

const mostRejections = 10

/** A verdict for people, its result first; `remedy` is what follows a hint. */
export function verdictLines(
  verdict: Verdict,
  {
    isUnitized,
    styles,
    remedy,
  }: { isUnitized: boolean; styles: Styles; remedy: (hint: string) => readonly string[] },
): string[] {
  const { result, earned_cents, accepted, rejected, rejections, corrective_hint: hint } = verdict
  const style = result === 'pass' ? styles.good : result === 'fail' ? styles.bad : styles.open
  const counts = isUnitized ? `${accepted} of ${accepted + rejected} units accepted, ` : ''
  const left = rejected - Math.min(rejections.length, mostRejections)
  return [
    `${style(result.toUpperCase())}: ${counts}${dollars(earned_cents)} earned.`,
    ...rejections
      .slice(0, mostRejections)
      .map(({ unit, reason }) => `  ${isUnitized ? `unit ${unit}: ` : ''}${shown(reason)}`),
    ...(isUnitized && left > 0 ? [`  and ${left} more units`] : []),
    ...(hint === undefined ? [] : [`Hint: ${hintText(hint)}`, ...remedy(hint).map((line) => `  ${line}`)]),
  ]
}
