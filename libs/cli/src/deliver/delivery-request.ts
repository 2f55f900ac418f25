import type { JsonObject } from '@outturn/canonical'
import type { OneCallRequest } from '@outturn/sdk'
import { UnusableInput } from '../output.ts'
import { readJsonFile } from '../read-file.ts'
import { centsOf } from '../terminal/money.ts'
import { readPolicyFile } from './policy-file.ts'

/** The options that say what is judged and what it is worth, as they were typed. */
export interface JudgingOptions {
  readonly check?: readonly string[]
  readonly policy?: string
  readonly recipe?: string
  /** Parameters of the recipe, each as NAME=VALUE. */
  readonly param?: readonly string[]
  readonly maxAmount?: string
  readonly unitAmount?: string
  readonly units?: string
  readonly fields?: string
  readonly fieldsFile?: string
  readonly unitName?: string
  readonly asOf?: string
  readonly timeZone?: string
  readonly source?: string
}

/** The request of a delivery. Throws UnusableInput where the options do not say what to judge, or what it is worth. */
export function deliveryRequest(
  options: JudgingOptions,
  rows: readonly JsonObject[],
  name: string,
): OneCallRequest {
  const { check = [], policy: policyFile, recipe, fields, fieldsFile, unitName, asOf, timeZone } = options
  const policy = policyFile === undefined ? {} : readPolicyFile(policyFile)
  const conditions = [...(policy.conditions ?? []), ...check]
  const named = recipe === undefined ? policy.recipe : { id: recipe }
  if (options.param !== undefined && recipe === undefined) {
    throw new UnusableInput('--param goes with --recipe, such as --recipe lead-list@1 --param rows=100.')
  }
  if (conditions.length === 0 && named === undefined) {
    throw new UnusableInput(
      'Say what the delivery has to meet: --check "every row has email", --policy FILE or --recipe ID.',
    )
  }
  if (conditions.length > 0 && named !== undefined) {
    throw new UnusableInput('Give conditions or a recipe, not both.')
  }
  return {
    ...(named === undefined ? { conditions } : { recipe: named }),
    ...worth(options, policy, rows.length),
    evidence: { rows: [...rows], source: options.source ?? name },
    ...fieldsOf(fields, fieldsFile, policy.fields),
    ...(unitName !== undefined && { unit_name: unitName }),
    ...(asOf !== undefined && { as_of: asOf }),
    ...(timeZone !== undefined && { time_zone: timeZone }),
  }
}

type Worth = Pick<OneCallRequest, 'unit' | 'max_amount_cents'>

/** What the delivery is worth: an amount for the whole, or one for each unit. Options go before the policy file. */
function worth({ maxAmount, unitAmount, units }: JudgingOptions, policy: Worth, rows: number): Worth {
  if (maxAmount !== undefined && unitAmount !== undefined) {
    throw new UnusableInput('Give --max-amount or --unit-amount, not both.')
  }
  if (maxAmount !== undefined) {
    if (units !== undefined) throw new UnusableInput('--units goes with --unit-amount.')
    return { max_amount_cents: centsOf(maxAmount, '--max-amount') }
  }
  if (unitAmount !== undefined) {
    const total_units = units === undefined ? rows : unitCount(units)
    return { unit: { total_units, unit_amount_cents: centsOf(unitAmount, '--unit-amount') } }
  }
  if (units !== undefined) throw new UnusableInput('--units goes with --unit-amount.')
  if (policy.unit !== undefined) return { unit: policy.unit }
  if (policy.max_amount_cents !== undefined) return { max_amount_cents: policy.max_amount_cents }
  throw new UnusableInput(
    'Say what the delivery is worth in dollars: --max-amount 5.00 for all of it, or --unit-amount 2.50 for each row.',
  )
}

function unitCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new UnusableInput(`--units ${text} is not a number of units, such as 100.`)
}

function fieldsOf(names: string | undefined, file: string | undefined, ofPolicy: OneCallRequest['fields']) {
  if (names !== undefined && file !== undefined) {
    throw new UnusableInput('Give the fields with --fields or with --fields-file, not with both.')
  }
  if (file !== undefined) return { fields: readJsonFile(file) as unknown as OneCallRequest['fields'] }
  if (names !== undefined) return { fields: names.split(',').map((name) => name.trim()) }
  return ofPolicy === undefined ? {} : { fields: ofPolicy }
}
