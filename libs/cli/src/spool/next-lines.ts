import type { Spool } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { shown } from '../terminal/shown.ts'

type NextStep = Spool['next_step']

/** The calls that end a hint of the interface; a person at a terminal is shown the commands in their place. */
const calls = /, then call (evidence and )?verify again(?=\.(?: |$))/g

/** A hint without the calls of the interface that follow it. */
export function hintText(hint: string): string {
  return shown(hint.replaceAll(calls, ''))
}

/** What a hint is about, and who reads it. */
type Reader = {
  readonly id: string
  readonly file?: string | undefined
  readonly connection?: ConnectionOptions
  /** The Spool as the caller sees it, where another party may have to act; a caller without it delivers itself. */
  readonly spool?: Pick<Spool, 'agreement' | 'parties'>
}

/** The commands that follow a hint: where evidence is to be corrected, that is sent first. */
export function hintCommands(hint: string, { id, file = 'FILE', connection = {}, spool }: Reader): string[] {
  const found = [...hint.matchAll(calls)]
  if (found.length === 0) return []
  const flags = connectionFlags(connection)
  const verify = `outturn spool verify ${id}${flags}`
  const isCorrected = found.some(([, evidence]) => evidence !== undefined)
  if (!isCorrected) return [verify]
  // A sandbox session plays both parties.
  const isOfOther = spool !== undefined && !connection.sandbox && isBuyerOfOther(spool)
  return [
    isOfOther
      ? `seller: outturn spool evidence ${id} FILE`
      : `outturn spool evidence ${id} ${quoted(file)}${flags}`,
    verify,
  ]
}

/** Whether the caller is the buyer of work that another party delivers. */
function isBuyerOfOther({ agreement, parties }: Pick<Spool, 'agreement' | 'parties'>): boolean {
  if (agreement.mode === 'unilateral') return false
  const roles = parties.flatMap(({ is_caller: isCaller, role }) => (isCaller ? [role] : []))
  return roles.length === 1 && (roles[0] === 'buyer' || roles[0] === 'client')
}

/** The options that say how the service is reached, as they were given. */
export function connectionFlags({ profile, url, sandbox }: ConnectionOptions): string {
  return [
    profile === undefined ? '' : ` --profile ${quoted(profile)}`,
    url === undefined ? '' : ` --url ${quoted(url)}`,
    sandbox ? ' --sandbox' : '',
  ].join('')
}

export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${shown(word).replaceAll("'", `'\\''`)}'`
}

/** Who takes the next step; the seller is the provider of the work, and a run is made by who has a key for it. */
function actorName({ next_step: { actor }, economics }: Spool): string {
  if (actor === 'verifier') return economics.allowed_actions.includes('verify') ? 'you' : 'other party'
  return actor === 'provider' ? 'seller' : actor
}

/** The next step of a Spool for people: why, who takes it, and its command. */
export function nextLines(spool: Spool, connection: ConnectionOptions = {}): string[] {
  const { type, actor, reason } = spool.next_step
  const who = actor === 'none' ? '' : ` (${actorName(spool)})`
  return [
    `Next: ${hintText(reason)}${who}`,
    ...nextCommands(spool, type, connection).map((line) => `  ${line}`),
  ]
}

function nextCommands(spool: Spool, type: NextStep['type'], connection: ConnectionOptions): string[] {
  const { id, status, next_step: next } = spool
  const can = new Set<string>(spool.economics.allowed_actions)
  const flags = connectionFlags(connection)
  const commands = hintCommands(next.reason, { id, connection, spool })
  if (commands.length > 0) return can.has('evidence') ? commands : []
  switch (type) {
    case 'submit_evidence':
      return can.has('evidence') ? [`outturn spool evidence ${id} FILE${flags}`] : []
    case 'rerun_allowed':
      return can.has('verify') ? [`outturn spool verify ${id}${flags}`] : []
    case 'await_confirmation':
      if (status.agreement === 'proposed')
        return can.has('accept') ? [`outturn spool accept ${id}${flags}`] : []
      return confirmable(spool).map((condition) => `outturn spool confirm ${id} ${condition}=passed${flags}`)
    default:
      return []
  }
}

/** The conditions that people decide. */
function confirmable({ conditions, status }: Spool): string[] {
  if (status.agreement !== 'accepted' || status.outcome !== 'active') return []
  return conditions
    .filter(
      ({ verification_method: method, last_result: last }) =>
        method === 'human_confirmed' && last?.result !== 'pass',
    )
    .map(({ id }) => id)
}

/** The next step in two or three words, for a table. */
export function nextWords(spool: Spool): string {
  const { status, next_step: next } = spool
  const { type, actor } = next
  const who = actor === 'none' ? '' : `${actorName(spool)}: `
  switch (type) {
    case 'submit_evidence':
      return `${who}evidence`
    case 'rerun_allowed':
      return 'verify'
    case 'await_confirmation':
      return `${who}${status.agreement === 'proposed' ? 'accept' : 'confirm'}`
    case 'sign_settlement':
      return `${who}sign`
    case 'settle':
      return `${who}settle`
    case 'new_spool':
      return 'new Spool'
    default:
      return '-'
  }
}
