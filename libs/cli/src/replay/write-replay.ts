import type { ReplayReport, StepName } from './replay-bundle.ts'

const questions = {
  receipt: 'Is the receipt valid?',
  agreement: 'Is this the agreement it binds?',
  plan: 'Is this the plan it binds?',
  plan_as_agreed: 'Does the plan judge what was agreed?',
  rules: 'Does this program judge by the same rules?',
  evidence_contents: 'Is the evidence what its digests say?',
  observations: 'Is this what the service observed?',
  opinions: 'Is this what the judge said?',
  external_results: 'Are these results of the agreed judges?',
  evaluated_at: 'Is the time of the run plausible?',
  evidence_root: 'Is the evidence list the same?',
  condition_results: 'Are the condition results the same?',
  unit_results: 'Are the unit results the same?',
  result: 'Is the result the same?',
  amounts: 'Are the amounts the same?',
  run_digest: 'Is the run digest the same?',
} as const satisfies Record<StepName, string>

const marks = { ok: 'yes', failed: 'NO', not_replayed: 'not replayed' } as const

/** Writes a replay for a person: every step with its finding, then the result. */
export function writeReplay(
  report: ReplayReport,
  { areKeysPinned }: { readonly areKeysPinned: boolean },
  print: (line: string) => void,
): void {
  print(`Receipt ${report.receipt_id} (${report.environment}), run ${report.run_id}`)
  for (const { name, status, detail } of report.steps) {
    print(`  ${questions[name].padEnd(44)}${marks[status].padEnd(14)} ${detail}`)
  }
  const lost = report.conditions.filter(({ replay }) => replay === 'not_repeatable')
  if (lost.length > 0) {
    for (const { condition_id, replay } of report.conditions) {
      print(`  ${condition_id.padEnd(44)}${replay === 'repeated' ? 'repeated' : 'not repeatable'}`)
    }
    const { length } = report.conditions
    print(`replayed ${length - lost.length} of ${length} condition${length === 1 ? '' : 's'}`)
  }
  if (!areKeysPinned) {
    print('Note: the keys came with the bundle. Name your own copy of the key document with --keys.')
  }
  for (const advisory of report.advisories) print(`Note: ${advisory}`)
  print(conclusion(report))
}

const meanings = {
  corrected: ' The receipt was corrected since: rely on the one that replaced it.',
  revoked: ' The receipt was revoked since: do not rely on it.',
} as const

function conclusion({ agrees, steps, environment, since }: ReplayReport): string {
  const named = (status: 'failed' | 'not_replayed') =>
    steps
      .filter((step) => step.status === status)
      .map(({ name }) => name)
      .join(', ')
  const failed = named('failed')
  const open = named('not_replayed')
  if (failed !== '') return `DIFFERS: ${failed}${open === '' ? '' : `; not replayed: ${open}`}`
  if (!agrees) return `NOT FULLY REPLAYED: ${open}. Everything else agrees.`
  const worth = environment === 'demo' ? ' It is a demonstration and stands for no real work.' : ''
  if (open !== '') {
    return `AGREES as far as it can be repeated: evidence was deleted after the run. Not replayed: ${open}.${worth}${since === null ? '' : meanings[since]}`
  }
  return `AGREES: the run came to the same, bit for bit.${worth}${since === null ? '' : meanings[since]}`
}
