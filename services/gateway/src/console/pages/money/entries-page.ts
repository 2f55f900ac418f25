import type { StatementEntry } from '@outturn/contracts'
import { html, minuteText, table, usdText } from '@outturn/pages'
import type { ComponentChildren } from 'preact'
import { keyCell, type KeyNames } from './keys/key-names.ts'
import { monthText } from './period/month.ts'

export const entryKindNames = {
  verification: 'Verification run',
  compilation: 'Compilation',
  bought: 'Credits bought',
  granted: 'Credits granted',
  expired: 'Credits expired',
  refunded: 'Payment reversed',
} as const satisfies Record<StatementEntry['kind'], string>

type EntriesPage = {
  readonly month: string
  readonly number: string
  readonly entries: readonly StatementEntry[]
  /** What the entries are limited to, in words; null for all of the month. */
  readonly filter: string | null
  /** Address of the next page. */
  readonly next: string | null
  readonly names: KeyNames
  readonly opensKeys: boolean
}

/** The ledger entries that the amounts of a statement are sums of. */
export function entriesContent(page: EntriesPage): ComponentChildren {
  const { month, number, entries, filter, next, names, opensKeys } = page
  const path = `/console/statements/${month}`
  return [
    html`<p class="crumbs"><a href="/console/statements">Statements</a> / <a href=${path}>${monthText(month)}</a> / Entries</p>`,
    html`<div class="title"><div><h1>Entries, ${monthText(month)}</h1><p>Ledger entries of the statement <span class="mono">${number}</span>, oldest first. US dollars.</p></div></div>`,
    filter === null
      ? null
      : html`<p class="chips"><span>${filter}</span> <a href=${`${path}/entries`}>Show all entries</a></p>`,
    entries.length === 0
      ? html`<div class="card empty"><h2>No such entry in ${monthText(month)}</h2><p class="quiet">A run that the allowance covered changes no credits, so it has no entry.</p><a class="btn" href=${path}>Back to the statement</a></div>`
      : html`<section class="card flush" aria-label="Entries">${table(
          'Ledger entries',
          [
            { name: 'Entry', isTitle: true },
            'Time',
            'What',
            'Key',
            'Use case',
            { name: 'Amount', isNumber: true },
            { name: 'Balance', isNumber: true },
          ],
          entries.map((entry) => [
            html`<span><span class="strong">${entry.entryId}</span><span class="sub mono">${entry.reference}</span></span>`,
            html`<time dateTime=${entry.at}>${minuteText(entry.at)}</time>`,
            entryKindNames[entry.kind],
            isCharge(entry) ? keyCell(entry.keyId, names, opensKeys) : null,
            entry.useCase === null ? null : html`<bdi>${entry.useCase}</bdi>`,
            signed(BigInt(entry.amountMicros)),
            entry.balanceMicros === null ? null : usdText(BigInt(entry.balanceMicros)),
          ]),
          { isCaptionShown: false, isFlush: true },
        )}
        ${next === null ? null : html`<p class="pager"><a href=${next}>Later entries</a></p>`}
      </section>`,
  ]
}

function isCharge({ kind }: StatementEntry): boolean {
  return kind === 'verification' || kind === 'compilation'
}

function signed(micros: bigint): string {
  return micros > 0n ? `+${usdText(micros)}` : usdText(micros)
}
