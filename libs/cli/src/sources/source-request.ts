import type { SourceRequest } from '@outturn/sdk'
import { UnusableInput } from '../output.ts'

/** What `sources create` is given. */
export interface SourceOptions {
  readonly name: string
  readonly map?: readonly string[]
  readonly const?: readonly string[]
  readonly spool?: string
  readonly publicKey?: string
  readonly pull?: string
  readonly every?: string
  readonly header?: readonly string[]
  readonly items?: string
  readonly cursor?: string
}

type Mapping = SourceRequest['mapping']
const members: readonly string[] = [
  'subject',
  'predicate',
  'value',
  'occurred_at',
  'quantity',
  'amount_cents',
  'currency',
  'spool',
  'items',
] satisfies (keyof Mapping)[]

/** The request that registers a source. Throws UnusableInput for options that cannot be read; the service checks the rest. */
export function sourceRequest(options: SourceOptions): SourceRequest {
  const { name, spool, publicKey, pull } = options
  const mapping: Partial<Mapping> = {
    ...Object.fromEntries((options.map ?? []).map((text) => pairOf('--map', text))),
    ...Object.fromEntries((options.const ?? []).map((text) => constantOf(text))),
  }
  assertMapped(mapping, spool)
  const common = { name, mapping: mapping as Mapping, ...(spool !== undefined && { spool_id: spool }) }
  if (pull !== undefined) return { ...common, kind: 'pull_http', pull: pullOf(pull, options) }
  const unused = (['every', 'items', 'cursor', 'header'] as const).find(
    (option) => options[option] !== undefined,
  )
  if (unused !== undefined) throw new UnusableInput(`--${unused} needs --pull URL.`)
  const signing =
    publicKey === undefined
      ? ({ scheme: 'hmac_sha256' } as const)
      : ({ scheme: 'ed25519', public_key: publicKey } as const)
  return { ...common, kind: 'webhook', signing }
}

/** Names everything that is missing at once. */
function assertMapped(mapping: Partial<Mapping>, spool: string | undefined): void {
  const needed = ['subject', 'predicate', 'value', ...(spool === undefined ? ['spool'] : [])]
  const missing = needed.filter((member) => !Object.hasOwn(mapping, member))
  if (missing.length === 0) return
  throw new UnusableInput(
    [
      `Nothing says where these are found: ${missing.join(', ')}. Give`,
      ...missing.map((member) => {
        const otherwise =
          member === 'spool' ? '--spool ID, for facts of one Spool' : `--const ${member}=VALUE`
        return `  --map ${member}=/path/in/the/payload, or ${otherwise}`
      }),
    ].join('\n'),
  )
}

function pullOf(url: string, { publicKey, every = '3600', header = [], items, cursor }: SourceOptions) {
  if (publicKey !== undefined)
    throw new UnusableInput('--public-key is of deliveries: leave it out with --pull.')
  if (!/^\d{1,6}$/.test(every)) throw new UnusableInput(`--every ${every} is not a number of seconds.`)
  const headers = Object.fromEntries(header.map((text) => headerOf(text)))
  const [parameter, pointer] = cursor === undefined ? [] : splitAt('--cursor', cursor, 'PARAMETER=/pointer')
  return {
    url,
    interval_seconds: Number(every),
    ...(header.length > 0 && { headers }),
    ...(items !== undefined && { items }),
    ...(parameter !== undefined && pointer !== undefined && { cursor: { parameter, pointer } }),
  }
}

function pairOf(option: string, text: string): [string, string] {
  const [member, value] = splitAt(option, text, 'NAME=/pointer')
  if (!members.includes(member)) {
    throw new UnusableInput(
      `${option} ${text}: ${member} is no member of a fact.\nThere are: ${members.join(', ')}.`,
    )
  }
  return [member, value]
}

/** A constant: a whole number and true or false are what they look like, all else is a text. */
function constantOf(text: string): [string, { const: string | number | boolean }] {
  const [member, value] = pairOf('--const', text)
  if (value === 'true' || value === 'false') return [member, { const: value === 'true' }]
  return [member, { const: /^-?(?:0|[1-9]\d{0,14})$/.test(value) ? Number(value) : value }]
}

function headerOf(text: string): [string, string] {
  const [, name, value] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? []
  if (name === undefined || value === undefined) {
    throw new UnusableInput(`--header ${text} is no header: write "Name: value".`)
  }
  return [name, value]
}

function splitAt(option: string, text: string, form: string): [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UnusableInput(`${option} ${text} cannot be read: write ${form}.`)
  return [text.slice(0, at), text.slice(at + 1)]
}
