import type { JsonValue } from '@outturn/canonical'
import type { FormatName } from '../formats/named-formats.ts'
import type { JsonPathOperator } from '../engines/node-test.ts'
import { shownJson } from './quoted.ts'

const relations: Readonly<Partial<Record<JsonPathOperator, string>>> = {
  gt: 'greater than',
  gte: 'at least',
  lt: 'less than',
  lte: 'at most',
}

const temporal: Readonly<Partial<Record<JsonPathOperator, string>>> = {
  gt: 'after',
  gte: 'on or after',
  lt: 'before',
  lte: 'on or before',
  equals: 'on',
  not_equals: 'not on',
}

const amounts: Readonly<Partial<Record<JsonPathOperator, string>>> = {
  gt: 'more than ',
  gte: 'at least ',
  lt: 'fewer than ',
  lte: 'at most ',
  equals: 'exactly ',
}

const formatWords: Readonly<Record<FormatName, string>> = {
  email: 'email address',
  e164: 'E.164 phone number',
  uuid: 'UUID',
  iso_date: 'ISO date',
  iso_date_time: 'ISO date and time',
  iso_country: 'ISO country code',
  iso_currency: 'ISO currency code',
  bcp47: 'BCP 47 language tag',
  hex_colour: 'hex colour',
  semver: 'semantic version',
  ipv4: 'IPv4 address',
  iban: 'IBAN',
}

/** `is at least 5`, `is "US"`, `is one of ["US","CA"]`, `matches "[A-Z]+"`: what is said of a value. */
export function relationWords(
  operator: JsonPathOperator,
  value: JsonValue | undefined,
  partial = false,
): string {
  const shown = value === undefined ? '' : shownJson(value)
  switch (operator) {
    case 'exists':
      return 'exists'
    case 'not_exists':
      return 'does not exist'
    case 'equals':
      return value === null ? 'equals null' : `is ${shown}`
    case 'not_equals':
      return value === null ? 'does not equal null' : `is not ${shown}`
    case 'in':
      return `is one of ${shown}`
    case 'contains':
      return `contains ${shown}`
    case 'matches':
      return `matches the pattern ${shown}`
    case 'not_matches':
      return partial ? `does not contain the pattern ${shown}` : `does not match the pattern ${shown}`
    case 'type':
      return value === 'null' ? 'is of type null' : `is ${typeWords(textOf(value))}`
    case 'count_equals':
      return `selects exactly ${shown} ${value === 1 ? 'value' : 'values'}`
    case 'format':
      return formatPhrase(textOf(value))
    default:
      return `is ${relations[operator] ?? operator} ${shown}`
  }
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function typeWords(name: string): string {
  return `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
}

/** `is a valid email address`. */
export function formatPhrase(name: string): string {
  return `is a valid ${formatWords[name as FormatName] ?? name}`
}

/** `is greater than "cost"`, `is not equal to field "source"`: a value held against another field. */
export function fieldRelation(operator: JsonPathOperator, other: string): string {
  if (operator === 'equals') return `is equal to field ${other}`
  return operator === 'not_equals'
    ? `is not equal to field ${other}`
    : `is ${relations[operator] ?? operator} ${other}`
}

/** `is on or after 2026-11-01`, `is before 2026-12-01T17:00:00Z`, `is after "start"`. */
export function timeRelation(
  operator: JsonPathOperator,
  value: JsonValue | undefined,
  other: string | null,
): string {
  const words = temporal[operator] ?? operator
  if (other !== null) {
    if (operator === 'equals') return `is the same time as field ${other}`
    return operator === 'not_equals' ? `is not the same time as field ${other}` : `is ${words} ${other}`
  }
  const text = textOf(value)
  const isDay = /^\s*\d{4}-\d\d-\d\d\s*$/.test(text)
  return `is ${isDay ? words : words.replace(/\bon\b/, 'at')} ${text.trim()}`
}

/** `at least 5 words`, `exactly 1 item`. */
export function amountWords(operator: JsonPathOperator, count: JsonValue, noun: string): string {
  return `${amounts[operator] ?? ''}${shownJson(count)} ${noun}`
}

/** `at least 5`, `equal to 5`, `not equal to 5`: behind the number of something. */
export function numberRelation(operator: JsonPathOperator, shown: string): string {
  if (operator === 'equals') return `equals ${shown}`
  return operator === 'not_equals'
    ? `is not equal to ${shown}`
    : `is ${relations[operator] ?? operator} ${shown}`
}
