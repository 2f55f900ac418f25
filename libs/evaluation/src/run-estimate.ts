import {
  appliesPerUnit,
  type DeterministicCheck,
  type EvidenceSize,
  keptReasons,
  needsNetwork,
  stepsPerRun,
  workOf,
} from '@outturn/checkers'
import { checkerOf, type PlanCondition, type VerificationPlan } from '@outturn/agreement'
import { readsRows, selectEvidence, type SelectableItem } from './evidence/selected-evidence.ts'

/** An evidence item as far as its judging costs something. */
export type SizedItem = SelectableItem & {
  /** Rows that it holds; 0 where it is no dataset. */
  readonly rows: number
  readonly bytes: number
}

/** What a run costs, told from its plan and the sizes of its evidence before any work is done. */
export interface RunEstimate {
  /** Work of the checkers, in steps: what it takes at least, and what it may take at worst. */
  readonly steps: number
  readonly worstSteps: number
  /** Rows that are read, each as often as a condition reads it. */
  readonly rows: number
  readonly bytes: number
  /** Bytes of the outcome if every unit fails. */
  readonly outcomeBytes: number
  /** Whether it asks the network or a model. */
  readonly asks: boolean
}

/** The most that a run may cost; a run within it ends. */
export const runLimits = { steps: stepsPerRun, rows: 10_000_000, outcomeBytes: 48 * 1_048_576 } as const

export type RunLimit = keyof typeof runLimits

const bytesPerLeaf = 150
const bytesPerReason = 80
const bytesPerFinding = 400
/** Making and hashing the leaf of one unit. */
const stepsPerUnit = 100

/** A pure function of plan and sizes, so that what is refused is refused everywhere and each time. */
export function estimateRun(
  plan: Pick<VerificationPlan, 'conditions' | 'unitization' | 'evidence_policy_version'>,
  items: readonly SizedItem[],
): RunEstimate {
  const { conditions, unitization } = plan
  const isTable = ({ rows }: SizedItem) => rows > 0
  const selection = selectEvidence(plan, items, {
    canRead: (condition, item) => !readsRows(condition) || isTable(item),
    formOf: (item) => (isTable(item) ? 'table' : null),
  })
  const units = unitization?.total_units ?? 1
  let steps = units * stepsPerUnit
  let worstSteps = steps
  let rows = 0
  let findings = 0
  for (const condition of conditions) {
    const read = selection.of(condition)
    const size = sizeOf(read)
    rows += size.rows
    findings += read.length + condition.evidence_requirements.length
    const check = checkerOf(condition.check)
    if (check === null) continue
    const work = workOf(check, size)
    steps += work.least
    worstSteps += work.worst
  }
  return {
    steps,
    worstSteps,
    rows,
    bytes: items.reduce((sum, item) => sum + item.bytes, 0),
    outcomeBytes: units * bytesOfLeaf(conditions) + (findings + conditions.length) * bytesPerFinding,
    asks: conditions.some(({ check, verification_method: method }) => {
      const agreed = checkerOf(check)
      return method === 'ai_assisted' || (agreed !== null && needsNetwork(agreed))
    }),
  }
}

/** The first limit that a run is over, with what it would cost; null for one that may run. */
export function limitOver(
  estimate: RunEstimate,
): { readonly limit: RunLimit; readonly estimated: number; readonly most: number } | null {
  for (const limit of ['rows', 'steps', 'outcomeBytes'] as const) {
    const most = runLimits[limit]
    if (estimate[limit] > most) return { limit, estimated: estimate[limit], most }
  }
  return null
}

/** Above any of these a run would keep the small ones beside it waiting for more than a few milliseconds. */
const lightLimits = { worstSteps: 150_000, rows: 10_000, bytes: 1_000_000 } as const

/** Whether a run is too much work, at worst, to be done beside those that take a few milliseconds. */
export function isHeavyRun({ worstSteps, rows, bytes }: RunEstimate): boolean {
  return worstSteps > lightLimits.worstSteps || rows > lightLimits.rows || bytes > lightLimits.bytes
}

function sizeOf(items: readonly SizedItem[]): EvidenceSize {
  return {
    rows: items.reduce((sum, item) => sum + item.rows, 0),
    characters: items.reduce((sum, item) => sum + item.bytes, 0),
  }
}

/** Of the reasons that the conditions can give, a leaf keeps a few; at worst the longest. */
function bytesOfLeaf(conditions: readonly PlanCondition[]): number {
  const reasons = conditions.flatMap(({ check, required }) => {
    const agreed = checkerOf(check)
    if (!required) return []
    if (agreed === null || !appliesPerUnit(agreed)) return [0]
    return agreed.checker === 'completeness'
      ? [...agreed.required_fields, ...(agreed.where === undefined ? [] : [agreed.where.path])].map(charsOf)
      : [Math.max(...fieldsOf(agreed).map(charsOf))]
  })
  return reasons
    .toSorted((a, b) => b - a)
    .slice(0, keptReasons)
    .reduce((sum, chars) => sum + bytesPerReason + chars, bytesPerLeaf)
}

function charsOf(field: string): number {
  return new TextEncoder().encode(JSON.stringify(field)).length
}

/** What a reason of this check may name as its field. */
function fieldsOf(check: DeterministicCheck): string[] {
  const other = check.checker === 'json_path' ? [check.value_path ?? '', check.where?.path ?? ''] : []
  return ['field' in check ? (check.field ?? '') : '', ...other]
}
