import { isJsonObject } from '@outturn/canonical'
import { oddTexts } from '../sample-receipt.ts'
import type { SeededRandom } from '../seeded-random.ts'

const results = ['pass', 'partial', 'fail', 'uncertain', 'not_evaluated', 'not_applicable']
const statuses = [
  'active',
  'corrected',
  'revoked',
  'unknown',
  'retiring',
  'retired',
  'present',
  'missing',
  'stale',
]
const choices: Readonly<Record<string, readonly string[]>> = {
  result: results,
  minimum_status: ['pass', 'partial'],
  requirement: ['mandatory', 'optional'],
  environment: ['production', 'demo'],
  status: statuses,
  mode: ['unilateral', 'bilateral'],
  acceptance_mode: ['unilateral', 'bilateral'],
  accepted_by: ['initiator', 'provider', 'buyer', 'both'],
  policy_version: ['1', '2'],
  code: ['disputed', 'missing_field'],
}
const times = [
  '2024-12-31T23:59:59.999Z',
  '2025-01-01T00:00:00.000Z',
  '2025-12-31T00:59:59.999Z',
  '2026-01-01T00:00:00.000Z',
  '2026-01-01T01:00:00.000Z',
  '2026-01-01T01:01:00.001Z',
  '2027-01-01T00:00:00.000Z',
]

/** Changes one place of a record to something else that its form allows, so that the checks behind the form are reached. */
export function changeWithinForm(random: SeededRandom, value: unknown, name = ''): unknown {
  if (isJsonObject(value)) return inObject(random, value)
  if (Array.isArray(value)) return inList(random, value, name)
  if (typeof value === 'number') return Math.max(0, value + random.pick([-1, 1, 1, 2, -value]))
  if (typeof value === 'boolean') return !value
  return typeof value === 'string' ? likeText(random, value, name) : value
}

function inObject(random: SeededRandom, value: { [member: string]: unknown }): object {
  const names = Object.keys(value)
  if (names.length === 0) return value
  const name = random.pick(names)
  const { [name]: member, ...rest } = value
  // Optional members may go; without a required one the form is broken, which other changes do.
  return random.chance(3) ? rest : { ...value, [name]: changeWithinForm(random, member, name) }
}

function inList(random: SeededRandom, items: readonly unknown[], name: string): unknown[] {
  const at = random.below(items.length + 1)
  if (at === items.length || random.chance(10)) return random.chance(50) ? items.slice(1) : items.toReversed()
  if (random.chance(10)) return [...items, items[at]]
  return items.with(at, changeWithinForm(random, items[at], name))
}

function likeText(random: SeededRandom, text: string, name: string): string {
  const [, prefix, digits] = /^(|sha256:|[a-z]+_)([0-9a-f]{24}|[0-9a-f]{64})$/.exec(text) ?? []
  if (prefix !== undefined && digits !== undefined) return prefix + random.hex64().slice(0, digits.length)
  if (/^\d{4}-.*Z$/.test(text)) return random.pick(times)
  if (/^\d+(?:\.\d+)?$/.test(text) && name !== 'policy_version') return nextAmount(random, text)
  return random.pick(Object.hasOwn(choices, name) ? (choices[name] as readonly string[]) : oddTexts)
}

/** Another amount of as many digits behind the point. */
function nextAmount(random: SeededRandom, amount: string): string {
  const [whole = '', fraction = ''] = amount.split('.')
  const minor = BigInt(whole + fraction) + BigInt(random.pick([-1, 1, 1, 1000]))
  const digits = String(minor < 0n ? 0n : minor).padStart(fraction.length + 1, '0')
  const point = digits.length - fraction.length
  return fraction === '' ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`
}
