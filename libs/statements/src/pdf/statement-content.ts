import type { Statement } from '@outturn/contracts'
import { dollars } from '@outturn/money'
import type { KeyNames } from '../csv-files.ts'

/** A table of a statement: the first column is text, the others are figures. */
export type ContentTable = {
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: readonly (readonly string[])[]
  readonly foot: readonly string[] | null
}

/** What a statement says, in the order of its page. */
export type StatementContent = {
  readonly title: string
  readonly subtitle: string
  readonly summary: readonly { readonly name: string; readonly value: string; readonly more: string }[]
  readonly tables: readonly ContentTable[]
  readonly notes: readonly string[]
}

type StatementParties = {
  /** Name of the service that issues the statement. */
  readonly issuer: string
  /** Name of the account; its id where the typeface lacks a letter of it. */
  readonly account: string
  readonly names: KeyNames
  /** Whether the typeface can set a text. */
  readonly canSet: (text: string) => boolean
}

const usd = (micros: string) => dollars(BigInt(micros))
const negated = (micros: string) => dollars(-BigInt(micros))

const chargeNames = { verification: 'Verification runs', compilation: 'Compilations from free text' } as const
const movementNames = {
  bought: 'Credit pack',
  granted: 'Credits granted',
  expired: 'Credits expired',
  refunded: 'Refund',
} as const

export function statementContent(statement: Statement, parties: StatementParties): StatementContent {
  const { month, number, openingMicros, boughtMicros, chargedMicros, closingMicros } = statement
  const isClosed = statement.state === 'closed'
  return {
    title: `Statement, ${monthName(month)}`,
    subtitle: [
      parties.account,
      isClosed
        ? `closed on ${instant(statement.closesAt)}`
        : `open, closes on ${instant(statement.closesAt)}`,
      'US dollars',
    ].join(' · '),
    summary: [
      { name: 'Opening balance', value: usd(openingMicros), more: `1 ${monthName(month)}` },
      { name: 'Credits bought', value: usd(boughtMicros), more: addedBeside(statement) },
      { name: 'Charged', value: usd(chargedMicros), more: chargedFor(statement) },
      { name: 'Closing balance', value: usd(closingMicros), more: isClosed ? 'end of the month' : 'so far' },
    ],
    tables: [
      chargeTable(statement),
      keyTable(statement, parties),
      useCaseTable(statement, parties),
      creditTable(statement),
    ].filter(({ rows }) => rows.length > 0),
    notes: [
      `Prices: version ${statement.pricingVersion}. ${unchargedNote(statement)}${paidNote(statement)}`.trim(),
      'This statement is no invoice: it computes no tax.',
      `Issued by ${parties.issuer}. Give support the statement number ${number}.${statement.digest === null ? '' : ` Digest of the statement and its entries: ${statement.digest}`}`,
    ],
  }
}

function addedBeside({ grantedMicros, expiredMicros, refundedMicros }: Statement): string {
  const parts = [
    [grantedMicros, 'granted'],
    [expiredMicros, 'expired'],
    [refundedMicros, 'refunded'],
  ] as const
  const beside = parts.filter(([micros]) => micros !== '0').map(([micros, what]) => `${usd(micros)} ${what}`)
  return beside.length === 0 ? 'no other credits' : beside.join(', ')
}

function chargedFor({ charges }: Statement): string {
  const charged = charges.filter((each) => each.charged > 0)
  if (charged.length === 0) return 'nothing'
  const nouns = { verification: 'runs', compilation: 'compilations' } as const
  return charged.map((each) => `${each.charged} ${nouns[each.kind]}`).join(', ')
}

function chargeTable({ charges, chargedMicros }: Statement): ContentTable {
  return {
    title: 'Charges',
    columns: ['What', 'Quantity', 'Included', 'Charged', 'Price', 'Amount'],
    rows: charges.map((each) => [
      chargeNames[each.kind],
      String(each.quantity),
      String(each.included),
      String(each.charged),
      each.unitMicros === null ? (each.charged === 0 ? '' : 'varies') : usd(each.unitMicros),
      usd(each.amountMicros),
    ]),
    foot: ['Total', '', '', '', '', usd(chargedMicros)],
  }
}

function keyTable({ keys, chargedMicros }: Statement, { names, canSet }: StatementParties): ContentTable {
  return {
    title: 'By key',
    columns: ['Key', 'Runs', 'Compilations', 'Amount'],
    rows: keys.map(({ keyId, isRest, runs, compilations, amountMicros }) => {
      const name = keyId === null ? null : names.get(keyId)
      const shown = name !== null && name !== undefined && canSet(name) ? name : keyId
      return [
        isRest ? 'All further keys' : (shown ?? 'No key'),
        String(runs),
        String(compilations),
        usd(amountMicros),
      ]
    }),
    foot: [
      'All keys',
      String(sum(keys.map(({ runs }) => runs))),
      String(sum(keys.map((each) => each.compilations))),
      usd(chargedMicros),
    ],
  }
}

function useCaseTable({ useCases, charges }: Statement, { canSet }: StatementParties): ContentTable {
  const runs = charges.find(({ kind }) => kind === 'verification')
  return {
    title: 'Runs by use case',
    columns: ['Use case', 'Runs', 'Amount'],
    rows: useCases.map((each) => [
      each.useCase === null
        ? 'All further use cases'
        : canSet(each.useCase)
          ? each.useCase
          : 'A use case in another script',
      String(each.runs),
      usd(each.amountMicros),
    ]),
    foot: ['All', String(sum(useCases.map((each) => each.runs))), usd(runs?.amountMicros ?? '0')],
  }
}

function creditTable(statement: Statement): ContentTable {
  const { month, movements, chargedMicros, openingMicros, closingMicros } = statement
  return {
    title: 'Credits',
    columns: ['What', 'Date', 'Reference', 'Amount', 'Balance'],
    rows: [
      ['Opening balance', day(`${month}-01T00:00:00.000Z`), '', '', usd(openingMicros)],
      ...movements.map((each) => [
        movementNames[each.kind],
        day(each.at),
        each.reference,
        signed(each.amountMicros),
        '',
      ]),
      [
        'Runs and compilations',
        'whole month',
        `${statement.entries - movements.length} entries`,
        negated(chargedMicros),
        '',
      ],
    ],
    foot: ['Closing balance', '', '', '', usd(closingMicros)],
  }
}

function signed(micros: string): string {
  return BigInt(micros) > 0n ? `+${usd(micros)}` : usd(micros)
}

function unchargedNote({ unchargedRuns }: Statement): string {
  return unchargedRuns === 0 ? '' : `Runs that ended in an error of ours were not charged: ${unchargedRuns}. `
}

function paidNote({ paidRuns, paidMicros }: Statement): string {
  return paidRuns === 0
    ? ''
    : `Runs paid for by themselves, beside the credits: ${paidRuns}, ${usd(paidMicros)} USD.`
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

const monthNames = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** `October 2026`. */
function monthName(month: string): string {
  return `${monthNames[Number(month.slice(5, 7)) - 1] ?? ''} ${month.slice(0, 4)}`
}

/** `9 Oct 2026`. */
function day(time: string): string {
  return `${Number(time.slice(8, 10))} ${(monthNames[Number(time.slice(5, 7)) - 1] ?? '').slice(0, 3)} ${time.slice(0, 4)}`
}

/** `1 November 2026, 02:00 UTC`. */
function instant(time: string): string {
  return `${Number(time.slice(8, 10))} ${monthName(time.slice(0, 7))}, ${time.slice(11, 16)} UTC`
}
