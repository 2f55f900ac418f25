import type { Host } from '../host.ts'
import { UnusableInput } from '../output.ts'
import { shown } from '../terminal/shown.ts'

export type Columns = Readonly<Record<string, string>>
export type ColumnMapping = { readonly invoice: Columns; readonly record: Columns }

/** The headers of a file; null where they are not known, as those of a PDF. */
export type FileHeaders = {
  readonly invoice: readonly string[] | null
  readonly record: readonly string[] | null
}

/** Members of a mapping, the ones that an audit needs first. */
const members = [
  { side: 'invoice', member: 'key', isNeeded: true },
  { side: 'invoice', member: 'amount', isNeeded: true },
  { side: 'record', member: 'key', isNeeded: true },
  { side: 'invoice', member: 'line', isNeeded: false },
  { side: 'invoice', member: 'quantity', isNeeded: false },
  { side: 'invoice', member: 'unit_price', isNeeded: false },
  { side: 'invoice', member: 'date', isNeeded: false },
  { side: 'record', member: 'quantity', isNeeded: false },
  { side: 'record', member: 'unit_price', isNeeded: false },
  { side: 'record', member: 'status', isNeeded: false },
  { side: 'record', member: 'date', isNeeded: false },
] as const

/** The needed members that a mapping lacks, such as `invoice.key`. */
export function missingColumns(mapping: ColumnMapping): string[] {
  return members
    .filter(({ side, member, isNeeded }) => isNeeded && mapping[side][member] === undefined)
    .map(({ side, member }) => `${side}.${member}`)
}

export function columnLines(mapping: ColumnMapping): string[] {
  return members.flatMap(({ side, member }) => {
    const header = mapping[side][member]
    return header === undefined ? [] : [`  ${`${side}.${member}`.padEnd(18)} ${shown(header)}`]
  })
}

/**
 * Has a person confirm the columns, or name them one by one; nothing of the answers is kept. Throws UnusableInput where the input ends
 * before a needed column is named.
 */
export async function askColumns(
  suggested: ColumnMapping,
  headers: FileHeaders,
  { ask, output }: Pick<Host, 'ask' | 'output'>,
): Promise<ColumnMapping> {
  if (ask === null) return suggested
  const missing = missingColumns(suggested)
  if (missing.length === 0) {
    const answer = await ask('Audit with these columns? [Y/n] ')
    if (answer === null) throw unanswered()
    if (/^(?:y(?:es)?)?$/i.test(answer.trim())) return suggested
  }
  output.complain('Type the number or the name of a header, Enter for the one in brackets, - for none.')
  const chosen: { invoice: Record<string, string>; record: Record<string, string> } = {
    invoice: {},
    record: {},
  }
  let listed: string | undefined
  for (const { side, member, isNeeded } of members) {
    const known = headers[side]
    if (listed !== side && known !== null) {
      output.complain(
        `Headers of the ${side}: ${known.map((header, at) => `${at + 1} ${shown(header)}`).join(', ')}`,
      )
    }
    listed = side
    const header = await askColumn(
      { name: `${side}.${member}`, isNeeded, known, suggested: suggested[side][member] },
      ask,
      output,
    )
    if (header !== null) chosen[side][member] = header
  }
  return chosen
}

type Question = {
  readonly name: string
  readonly isNeeded: boolean
  readonly known: readonly string[] | null
  readonly suggested: string | undefined
}

async function askColumn(
  { name, isNeeded, known, suggested }: Question,
  ask: NonNullable<Host['ask']>,
  output: Host['output'],
): Promise<string | null> {
  for (;;) {
    const answer = await ask(`${name} [${suggested === undefined ? 'none' : shown(suggested)}]: `)
    if (answer === null) throw unanswered()
    const typed = answer.trim()
    const header = typed === '' ? (suggested ?? null) : typed === '-' ? null : headerOf(typed, known)
    if (header === undefined) output.complain(`There is no header ${shown(typed)}.`)
    else if (header === null && isNeeded) output.complain(`An audit needs a column for ${name}.`)
    else return header
  }
}

/** The header that was typed, by its number or its name; undefined for none of the file. */
function headerOf(typed: string, known: readonly string[] | null): string | undefined {
  if (known === null) return typed
  return (
    known.find((header) => header === typed) ??
    (/^\d{1,4}$/.test(typed) ? known[Number(typed) - 1] : undefined)
  )
}

function unanswered(): UnusableInput {
  return new UnusableInput('The columns were not confirmed, and nothing was audited. Name them with --map.')
}
