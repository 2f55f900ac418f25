import { InvalidArgumentError } from 'commander'
import { collected } from '../command.ts'

const isNumber = (value: string): boolean => /^[1-9]\d{0,8}$/.test(value)

/** Reads the number of a unit; the first unit is 1. */
export function unitNumber(value: string): number {
  if (!isNumber(value)) throw new InvalidArgumentError('It must be the number of a unit; the first is 1.')
  return Number(value)
}

/** Collects the numbers of units. */
export function collectedUnit(value: string, before: readonly number[] = []): readonly number[] {
  return [...before, unitNumber(value)]
}

/** Reads a number of hours. */
export function readHours(value: string): number {
  if (!isNumber(value)) throw new InvalidArgumentError('It must be a whole number of hours, such as 72.')
  return Number(value)
}

/** Collects what is said of conditions, such as `cond_0123456789abcdef01234567=passed`. */
export function collectedOutcome(value: string, before: readonly string[] = []): readonly string[] {
  if (!/^[^=]+=(?:passed|failed)$/.test(value)) {
    throw new InvalidArgumentError('It must be the ID of a condition with =passed or =failed.')
  }
  return collected(value, before)
}

/** The outcomes that were collected, as the service takes them. */
export function outcomesOf(outcomes: readonly string[]) {
  return outcomes.map((each) => {
    const [condition_id = '', outcome = ''] = each.split('=')
    return { condition_id, outcome }
  })
}
