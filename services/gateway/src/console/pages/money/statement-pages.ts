import type { Statement } from '@outturn/contracts'
import { badge, figureRow, html, minuteText, note, table, usdText } from '@outturn/pages'
import type { ComponentChildren, VNode } from 'preact'
import { keyCell, restCell, type KeyNames } from './keys/key-names.ts'
import { dayText, endOf, longDayText, monthName, monthText, nextFirst } from './period/month.ts'

type ListedStatement = Pick<
  Statement,
  'month' | 'number' | 'state' | 'openingMicros' | 'chargedMicros' | 'closingMicros'
>

const path = '/console/statements'

/** The statements of an account, newest month first; null where billing did not answer in time. */
export function statementsContent(
  statements: readonly ListedStatement[] | null,
  now: Date,
): ComponentChildren {
  return [
    html`<div class="title"><div><h1>Statements</h1><p>One for each month in UTC. A month closes on the 1st of the next one at 02:00 UTC; after that its statement never changes.</p></div></div>`,
    statements === null
      ? note('warn', html`The statements could not be read. <a href=${path}>Try again</a>`)
      : statements.length === 0
        ? html`<div class="card empty"><h2>No statement yet</h2><p class="quiet">A statement begins with the first charge or the first credits. The first one closes on ${nextFirst(now)}.</p><a class="btn" href="/console/usage">See the usage</a></div>`
        : html`<section class="card flush" aria-label="Statements">${statementTable(statements)}</section>`,
  ]
}

function statementTable(statements: readonly ListedStatement[]): VNode {
  return table(
    'Statements',
    [
      { name: 'Month', isTitle: true },
      'Number',
      'State',
      ...['Opening, USD', 'Charged, USD', 'Closing, USD'].map(numeric),
    ],
    statements.map((each) => [
      html`<a class="main" href=${`${path}/${each.month}`}>${monthText(each.month)}</a>`,
      html`<span class="mono small">${each.number}</span>`,
      each.state === 'closed' ? badge('neutral', 'closed') : badge('info', 'open'),
      usd(each.openingMicros),
      usd(each.chargedMicros),
      usd(each.closingMicros),
    ]),
    { isCaptionShown: false, isFlush: true },
  )
}

type StatementPage = {
  readonly statement: Statement
  readonly accountName: string
  readonly names: KeyNames
  readonly opensKeys: boolean
}

/** The statement of one month: balances, charges and what changed the credits. */
export function statementContent({
  statement,
  accountName,
  names,
  opensKeys,
}: StatementPage): ComponentChildren {
  const { month, state, closesAt } = statement
  return [
    html`<p class="crumbs"><a href=${path}>Statements</a> / ${monthText(month)}</p>`,
    html`<div class="title">
      <div><h1>Statement, ${monthText(month)}</h1><p><bdi>${accountName}</bdi> · ${state === 'closed' ? 'closed on' : 'open until'} ${minuteText(closesAt)} · US dollars</p></div>
      <div class="row"><a class="btn" href=${`${path}/${month}.csv`}>CSV</a><a class="btn go" href=${`${path}/${month}.pdf`}>PDF</a></div>
    </div>`,
    html`<div class="stack">
      ${state === 'open' ? note('info', 'This month is not over. The figures are those of now; they can change until the statement closes.') : null}
      ${figureRow(balanceFigures(statement))}
      ${chargeCard(statement)}
      <div class="cols two">${keyCard(statement, names, opensKeys)}${useCaseCard(statement)}</div>
      ${creditCard(statement)}
      ${footText(statement)}
    </div>`,
  ]
}

function balanceFigures(statement: Statement) {
  const { month, boughtMicros, grantedMicros, movements, charges } = statement
  const packs = movements.filter(({ kind }) => kind === 'bought').length
  const last = new Date(endOf(month).getTime() - 1).toISOString().slice(0, 10)
  const [runs, compilations] = ['verification', 'compilation'].map(
    (kind) => charges.find((charge) => charge.kind === kind)?.charged ?? 0,
  )
  const granted = BigInt(grantedMicros)
  return [
    { name: 'Opening balance', value: usd(statement.openingMicros), more: `1 ${monthName(month)}` },
    {
      name: 'Credits bought',
      value: usd(boughtMicros),
      more: `${counted(packs, 'pack')}${granted === 0n ? '' : `, ${usdText(granted)} granted besides`}`,
    },
    {
      name: 'Charged',
      value: usd(statement.chargedMicros),
      more: `${counted(runs ?? 0, 'run')}, ${counted(compilations ?? 0, 'compilation')}`,
    },
    statement.state === 'closed'
      ? { name: 'Closing balance', value: usd(statement.closingMicros), more: longDayText(last) }
      : { name: 'Balance now', value: usd(statement.closingMicros), more: 'the month is open' },
  ]
}

const chargeNames = {
  verification: 'Verification runs',
  compilation: 'Compilations from free text',
} as const

function chargeCard({ month, charges, chargedMicros }: Statement): VNode {
  return flushCard(
    'charges',
    'Charges',
    table(
      'Charges',
      [
        { name: 'What', isTitle: true },
        ...['Quantity', 'Included', 'Charged', 'Price', 'Amount'].map(numeric),
      ],
      charges.map((each) => [
        html`<span class="strong">${chargeNames[each.kind]}</span>`,
        each.quantity,
        each.included,
        each.charged,
        each.unitMicros === null ? (each.charged === 0 ? '–' : 'changed') : usd(each.unitMicros),
        amountLink(month, { kind: each.kind }, each.amountMicros),
      ]),
      { isCaptionShown: false, isFlush: true, foot: ['Total', null, null, null, null, usd(chargedMicros)] },
    ),
  )
}

function keyCard({ month, keys, chargedMicros }: Statement, names: KeyNames, opensKeys: boolean): VNode {
  return plainCard(
    'by-key',
    'By key',
    table(
      'Charges by key',
      [{ name: 'Key', isTitle: true }, ...['Runs', 'Compilations', 'Amount'].map(numeric)],
      keys.map((each) => [
        each.isRest ? restCell('keys') : keyCell(each.keyId, names, opensKeys),
        each.runs,
        each.compilations,
        each.isRest
          ? usd(each.amountMicros)
          : amountLink(month, { key: each.keyId ?? 'none' }, each.amountMicros),
      ]),
      {
        isCaptionShown: false,
        foot: [
          'All keys',
          sum(keys.map(({ runs }) => runs)),
          sum(keys.map(({ compilations }) => compilations)),
          usd(chargedMicros),
        ],
      },
    ),
  )
}

function useCaseCard({ month, useCases, charges }: Statement): VNode {
  const runs = charges.find(({ kind }) => kind === 'verification')
  return plainCard(
    'by-use-case',
    'Runs by use case',
    table(
      'Runs by use case',
      [{ name: 'Use case', isTitle: true }, ...['Runs', 'Amount'].map(numeric)],
      useCases.map((each) => [
        each.useCase === null ? restCell('use cases') : html`<bdi class="strong">${each.useCase}</bdi>`,
        each.runs,
        each.useCase === null
          ? usd(each.amountMicros)
          : amountLink(month, { use_case: each.useCase }, each.amountMicros),
      ]),
      {
        isCaptionShown: false,
        foot: ['All', sum(useCases.map((each) => each.runs)), usd(runs?.amountMicros ?? '0')],
      },
    ),
  )
}

const sourceNames = {
  promo: 'Promotional credits',
  operator: 'Credits from the operator',
  pack_mpp: 'Credit pack, card',
  pack_x402: 'Credit pack, USDC',
} as const

/** Where credits come from, as pages name it. */
export function creditSourceName(source: string): string {
  return Object.hasOwn(sourceNames, source) ? sourceNames[source as keyof typeof sourceNames] : source
}

const movementNames = {
  bought: 'Bought',
  granted: 'Granted',
  expired: 'Expired',
  refunded: 'Payment reversed',
} as const

function creditCard(statement: Statement): VNode {
  const { month, state, movements, openingMicros, chargedMicros, closingMicros, entries } = statement
  const last = new Date(endOf(month).getTime() - 1).toISOString()
  return flushCard(
    'credits',
    'Credits',
    table(
      'Credits',
      ['Date', 'What', 'Reference', numeric('Amount'), numeric('Balance')],
      [
        [dayText(`${month}-01`), 'Opening balance', null, null, usd(openingMicros)],
        ...movements.map((each) => [
          dayText(each.at),
          each.source === null || each.kind === 'refunded' || each.kind === 'expired'
            ? `${movementNames[each.kind]}${each.source === null ? '' : `: ${creditSourceName(each.source)}`}`
            : creditSourceName(each.source),
          html`<span class="mono small">${each.reference}</span>`,
          signed(BigInt(each.amountMicros)),
          null,
        ]),
        [
          state === 'closed' ? dayText(last) : 'until now',
          'Runs and compilations',
          entriesLink(month, {}, counted(entries, 'entry', 'entries')),
          signed(-BigInt(chargedMicros)),
          usd(closingMicros),
        ],
      ],
      { isCaptionShown: false, isFlush: true },
    ),
  )
}

function footText({ pricingVersion, unchargedRuns, paidRuns, paidMicros, month, number }: Statement): VNode {
  const uncharged =
    unchargedRuns === 0
      ? ''
      : ` Runs that ended in an error of ours were not charged: ${unchargedRuns} in ${monthName(month)}.`
  const paid =
    paidRuns === 0
      ? ''
      : ` ${counted(paidRuns, 'run')} were paid for with x402, ${usd(paidMicros)} USD, beside the credits.`
  return html`<p class="small quiet">Prices: version ${pricingVersion}.${uncharged}${paid} This is a record of credits, not an invoice: no tax is computed. Questions? Give support the statement number <span class="mono">${number}</span>.</p>`
}

/** An amount that leads to the ledger entries that it is the sum of; nothing was entered for one of zero. */
function amountLink(
  month: string,
  filter: Readonly<Record<string, string>>,
  micros: string,
): ComponentChildren {
  return BigInt(micros) === 0n ? usd(micros) : entriesLink(month, filter, usd(micros))
}

function entriesLink(month: string, filter: Readonly<Record<string, string>>, text: string): VNode {
  const query = new URLSearchParams(filter).toString()
  return html`<a href=${`${path}/${month}/entries${query === '' ? '' : `?${query}`}`}>${text}<span class="vh">, see the entries</span></a>`
}

function flushCard(id: string, title: string, content: VNode): VNode {
  return html`<section class="card flush" id=${id} aria-labelledby=${`${id}-title`}><header><h2 id=${`${id}-title`}>${title}</h2></header>${content}</section>`
}

function plainCard(id: string, title: string, content: VNode): VNode {
  return html`<section class="card" id=${id} aria-labelledby=${`${id}-title`}><header><h2 id=${`${id}-title`}>${title}</h2></header>${content}</section>`
}

function signed(micros: bigint): string {
  return micros > 0n ? `+${usdText(micros)}` : usdText(micros)
}

function counted(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}

function numeric(name: string) {
  return { name, isNumber: true }
}

function usd(micros: string): string {
  return usdText(BigInt(micros))
}
