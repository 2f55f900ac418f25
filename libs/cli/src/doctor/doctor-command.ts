import type { ConnectionOptions } from '../command.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { shown } from '../terminal/shown.ts'
import { type Styles, stylesOf } from '../terminal/styles.ts'
import type { Finding, FindingState } from './finding.ts'
import { findProblems } from './find-problems.ts'

/** Says whether the commands can work from here, and what to do where they cannot. */
export async function runDoctor(options: ConnectionOptions, host: Host): Promise<ExitStatus> {
  const findings = await findProblems(options, host)
  const isWell = findings.every(({ state }) => state !== 'failed')
  const styles = stylesOf(host.env, host.isTerminal.output)
  printAnswer(host, options, { ok: isWell, findings }, () => [
    ...findings.flatMap((finding) => findingLines(finding, styles)),
    isWell
      ? 'Everything that was checked works.'
      : 'Something does not work; the lines above say what to do.',
  ])
  return isWell ? exitStatus.agrees : exitStatus.differs
}

const marks: Readonly<Record<FindingState, { readonly text: string; readonly style: keyof Styles }>> = {
  ok: { text: 'ok', style: 'good' },
  warning: { text: 'warning', style: 'open' },
  failed: { text: 'FAILED', style: 'bad' },
  skipped: { text: 'skipped', style: 'faint' },
}

function findingLines({ name, state, detail, remedy }: Finding, styles: Styles): string[] {
  const { text, style } = marks[state]
  return [
    `${styles[style](text.padEnd(8))} ${name.padEnd(14)} ${shown(detail)}`,
    ...(remedy === undefined ? [] : [`${' '.repeat(24)}${shown(remedy)}`]),
  ]
}
