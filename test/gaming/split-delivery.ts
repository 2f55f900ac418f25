import type { CreatedSpool, VerifiedSpool } from '@outturn/contracts'
import { acted, agreement, created } from '../e2e/agreement.ts'
import type { Send } from '../e2e/api.ts'
import { choicesOf, type Choices } from '../e2e/walk/random.ts'
import type { Row } from './delivered-truth.ts'
import type { Accounts } from './players.ts'

type Parties = Pick<Accounts, 'buyer' | 'seller'>

const units = 4
const unitCents = 100
const pricing = { value: { amount_cents: units * unitCents, currency: 'USD' as const } }

/** What is agreed of each company; a unit needs all of it. */
const checks = [
  { checker: 'completeness', required_fields: ['name', 'website'] },
  { checker: 'duplicate_rate', key_fields: ['name'], max_rate_bp: 0 },
  { checker: 'url_format', field: 'website' },
] as const

const kinds: Readonly<Record<string, (index: number, choices: Choices) => Row>> = {
  whole: (index) => ({ name: `Company ${index}`, website: `https://company-${index}.example` }),
  blank: () => ({ name: '', website: '' }),
  repeated: () => ({ name: 'Company', website: 'https://company.example' }),
  nameless: (index) => ({ name: '', website: `https://company-${index}.example` }),
  mixed: (index, { below }) => ({
    name: `Company ${below(units)}`,
    website: below(3) === 0 ? 'soon' : `https://company-${index}.example`,
  }),
}

/** Rows that are good by every check, as a reader of the table sees it. */
function goodRows(rows: readonly Row[]): number {
  return rows.filter(
    ({ name = '', website = '' }, index) =>
      name !== '' &&
      website.startsWith('https://') &&
      rows.findIndex((row) => row['name'] === name) === index,
  ).length
}

/**
 * A seller that labels several tables for several conditions. Throws where it earns more than its best table would have earned if
 * it had been the only one.
 */
export async function playSplit(send: Send, { buyer, seller }: Parties, seed: number): Promise<void> {
  const choices = choicesOf(seed)
  const spool = await openSplit(send, { buyer, seller })
  const moves: string[] = []
  const tables: Row[][] = []
  for (let turn = 0; turn < 6; turn += 1) {
    const kind = choices.pick(Object.keys(kinds))
    const rows = Array.from({ length: 1 + choices.below(units) }, (_, index) =>
      (kinds[kind] as (typeof kinds)[string])(index, choices),
    )
    const label = choices.below(checks.length)
    const source = choices.pick(['export', 'export', 'second export'])
    const form = choices.pick(['rows', 'rows', 'text'])
    await acted(send, seller.apiKey, `${spool.id}/evidence`, {
      condition_id: spool.conditions[label]?.id,
      type: 'dataset',
      source,
      metadata: form === 'rows' ? { rows } : { text: asText(rows), media_type: 'text/csv' },
    })
    tables.push(rows)
    moves.push(`${rows.length} ${kind} rows as ${form} of ${source} for condition ${label + 1}`)
    const { earned_cents: earned, receipt } = await acted<VerifiedSpool>(
      send,
      buyer.apiKey,
      `${spool.id}/verify`,
    )
    // Tables of two sources that are sent for all conditions count as one table.
    const best = Math.max(...tables.map(goodRows), ...unions(tables).map(goodRows))
    if (earned > best * unitCents || (receipt?.result === 'pass' && best < units)) {
      const told = `${earned} cents were earned, though no delivery is worth more than ${best} units`
      throw new Error(`split ${seed} of ${spool.id}:\n${moves.join('\n')}`, { cause: new Error(told) })
    }
    // All is earned: there is nothing left to play for.
    if (receipt?.result === 'pass') return
  }
}

const asText = (rows: readonly Row[]) =>
  ['name,website', ...rows.map(({ name = '', website = '' }) => `${name},${website}`), ''].join('\n')

const unions = (tables: readonly Row[][]) =>
  tables.flatMap((one) =>
    tables.filter((other) => other !== one).map((other) => [...one, ...other].slice(0, units)),
  )

async function openSplit(send: Send, { buyer, seller }: Parties): Promise<CreatedSpool> {
  const [first, second] = agreement().parties
  const spool = await created(send, buyer.apiKey, {
    ...pricing,
    parties: [
      { ...first, account_id: buyer.accountId },
      { ...second, account_id: seller.accountId },
    ] as never,
    unitization: { total_units: units, unit_amount_cents: unitCents },
    conditions: checks.map((check) => ({
      description: `Every company, by ${check.checker}.`,
      required: true,
      verification_method: 'deterministic' as const,
      deterministic_check: check as never,
    })),
  })
  await acted(send, seller.apiKey, `${spool.id}/accept`)
  return spool
}
